package io.consumptionledger.conformance.jdbc;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wire to a server that can be made silent: connections stay open and new ones are accepted, but
 * nothing passes any more, as with a frozen server or a lost network.
 */
final class Wire implements Closeable {
  private static final Pattern ADDRESS = Pattern.compile("//([^:/?]+):(\\d+)");

  private final ServerSocket door;
  private final String host;
  private final int port;
  private final String url;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();
  private final Object passing = new Object();
  private boolean silent;

  /** A wire to the server of a URL. */
  Wire(String serverUrl) throws IOException {
    Matcher address = ADDRESS.matcher(serverUrl);
    if (!address.find()) {
      throw new IllegalArgumentException("no host and port in the URL");
    }
    this.host = address.group(1);
    this.port = Integer.parseInt(address.group(2));
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.url = address.replaceFirst("//127.0.0.1:" + door.getLocalPort());
    run(this::accept);
  }

  /** The server's URL, by this wire. */
  String url() {
    return url;
  }

  void setSilent(boolean value) {
    synchronized (passing) {
      silent = value;
      passing.notifyAll();
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** Ends with the sockets, which is how everything here ends. */
  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            },
            "wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = door.accept();
      Socket server = new Socket(host, port);
      open.add(client);
      open.add(server);
      run(() -> pass(client, server));
      run(() -> pass(server, client));
    }
  }

  private void pass(Socket from, Socket to) throws IOException, InterruptedException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        synchronized (passing) {
          while (silent) {
            passing.wait();
          }
        }
        out.write(buffer, 0, read);
      }
    }
  }

  @Override
  public void close() throws IOException {
    setSilent(false);
    door.close();
    for (Closeable socket : open) {
      socket.close();
    }
  }
}
