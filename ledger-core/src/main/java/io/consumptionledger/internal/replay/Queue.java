package io.consumptionledger.internal.replay;

import io.consumptionledger.Tenant;

/** The waiting rows of one handler and tenant. */
record Queue(String handlerId, Tenant tenant) {}
