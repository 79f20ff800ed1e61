package io.consumptionledger;

/**
 * A handler that works on the transaction it is run in, {@link Attempt#transaction}. It is refused
 * in {@link ConsumptionMode#LEASED}, where there is none.
 *
 * @param <T> what the decoder makes of a delivery
 */
@FunctionalInterface
public interface TransactionalHandler<T> extends Handler<T> {}
