/** What a run of the suite leaves behind. */
@Beta
package io.consumptionledger.conformance.report;

import io.consumptionledger.Beta;
