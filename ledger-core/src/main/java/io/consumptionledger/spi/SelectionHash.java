package io.consumptionledger.spi;

import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * What binds an approval to the rows that were selected. The encoding that is hashed is the same
 * for every store: the words {@code ledger-selection-1}, the tenant, the number of rows, and of
 * each row, in order, handler, event, item and version. Text is its length in bytes (4 bytes) and
 * its UTF-8, numbers have 4 bytes and versions 8, the highest first.
 */
public final class SelectionHash {
  private static final String FORMAT = "ledger-selection-1";

  private SelectionHash() {}

  /**
   * Hashes a selection.
   *
   * @param tenant whose rows
   * @param rows the rows in their order, each at its version
   * @return the hash
   */
  public static Sha256 of(Tenant tenant, List<RowVersion> rows) {
    MessageDigest digest = sha256();
    try (DataOutputStream out =
        new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
      text(out, FORMAT);
      text(out, tenant.id());
      out.writeInt(rows.size());
      for (RowVersion row : rows) {
        text(out, row.key().handlerId());
        text(out, row.key().eventId());
        text(out, row.key().itemKey());
        out.writeLong(row.version());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("nothing is written anywhere", e);
    }
    return Sha256.ofHash(digest.digest());
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
