package io.consumptionledger.benchmarks.database;

import java.util.List;
import java.util.ServiceLoader;

/** All products that can be measured on. */
public final class Products {
  private Products() {}

  private static List<Product> all() {
    return ServiceLoader.load(Product.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /** Their names. */
  public static List<String> names() {
    return all().stream().map(Product::name).toList();
  }

  /** The product of that name. */
  public static Product named(String name) {
    return all().stream()
        .filter(product -> product.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " is none of " + names()));
  }

  /** The product of a URL. */
  public static Product of(String url) {
    return all().stream()
        .filter(product -> url.startsWith(product.urlStart()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the URL is of none of " + names()));
  }
}
