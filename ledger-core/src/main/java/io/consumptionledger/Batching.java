package io.consumptionledger;

/** Whether calls that wait at the same moment share statements and commits. */
public enum Batching {
  /**
   * They do. Nothing is delayed for it: a batch is what queued while the last one was under way,
   * and who finds nobody waiting goes alone. Each call still gets its own result after its own row
   * is committed, and what fails a batch fails nobody: its calls are then made one by one.
   */
  NATURAL,

  /** Each call makes its own statements and commits. */
  OFF
}
