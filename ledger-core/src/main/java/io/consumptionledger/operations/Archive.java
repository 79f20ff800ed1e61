package io.consumptionledger.operations;

import io.consumptionledger.spi.Content;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps elsewhere what is about to be deleted here. Called on the thread of the purge, outside any
 * transaction. Rows may come more than once, because they are deleted only after this has returned:
 * what was kept under the same key and version before is to be replaced. What a row stores is shown
 * by an audited look of the person who purges.
 */
@FunctionalInterface
public interface Archive {
  /**
   * Keeps some rows.
   *
   * @param rows the rows of one batch, or a part of it where they store a lot; all of one tenant
   *     and handler; not empty
   * @throws Exception if they could not be kept: none of them is deleted, and the pass ends, as it
   *     does after any error
   */
  void keep(List<ArchivedRow> rows) throws Exception;

  /**
   * A row at its end.
   *
   * @param row the row
   * @param content what it stores, or null for nothing: only discarded rows store anything
   */
  record ArchivedRow(ListedRow row, Content content) {
    /** Checks what must be there. */
    public ArchivedRow {
      Objects.requireNonNull(row, "row");
    }

    /**
     * What the row stores.
     *
     * @return the content, or empty
     */
    public Optional<Content> stored() {
      return Optional.ofNullable(content);
    }

    /** Shows no content beyond its size. */
    @Override
    public String toString() {
      return "ArchivedRow[" + row.key() + ", " + content + "]";
    }
  }
}
