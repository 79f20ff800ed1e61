package io.consumptionledger.conformance;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The rules that a test class inherits, read from their annotations. */
public final class RuleCatalogue {
  private static final Pattern ID = Pattern.compile("[A-Z]+(_[A-Z]+)*-[1-9][0-9]*");

  private final Map<String, Entry> entries = new TreeMap<>(ORDER);

  /** By subject, then by number. */
  public static final Comparator<String> ORDER =
      Comparator.comparing((String id) -> id.substring(0, id.lastIndexOf('-')))
          .thenComparing(id -> Integer.valueOf(id.substring(id.lastIndexOf('-') + 1)));

  /**
   * One rule and where it lives.
   *
   * @param rule the annotation
   * @param home the interface that declares it
   * @param method the method's name
   */
  public record Entry(Rule rule, Class<?> home, String method) {
    /**
     * The first part of the rule's id.
     *
     * @return such as {@code CLAIM}
     */
    public String subject() {
      return rule.id().substring(0, rule.id().lastIndexOf('-'));
    }
  }

  private RuleCatalogue(Class<?> type) {
    for (Method method : type.getMethods()) {
      Rule rule = method.getAnnotation(Rule.class);
      if (rule != null) {
        add(new Entry(rule, method.getDeclaringClass(), method.getName()));
      }
    }
  }

  private void add(Entry entry) {
    String id = entry.rule().id();
    if (!ID.matcher(id).matches()) {
      throw new IllegalStateException("rule id " + id + " does not look like CLAIM-1");
    }
    Entry other = entries.putIfAbsent(id, entry);
    if (other != null) {
      throw new IllegalStateException(
          "rule id " + id + " is used by " + other.method() + " and " + entry.method());
    }
  }

  /**
   * The rules of a class or interface.
   *
   * @param type the class
   * @return its rules
   * @throws IllegalStateException if an id is malformed or used twice
   */
  public static RuleCatalogue of(Class<?> type) {
    return new RuleCatalogue(type);
  }

  /**
   * All rules in the order of their ids.
   *
   * @return a copy
   */
  public List<Entry> entries() {
    return new ArrayList<>(entries.values());
  }

  /**
   * The ids of all rules, in order.
   *
   * @return a copy
   */
  public Collection<String> ids() {
    return List.copyOf(entries.keySet());
  }

  /**
   * One rule.
   *
   * @param id its id
   * @return the rule, or null when there is none
   */
  public Rule find(String id) {
    Entry entry = entries.get(id);
    return entry == null ? null : entry.rule();
  }
}
