/** The rules, one interface for each subject. No vendor is named here. */
@Beta
package io.consumptionledger.conformance.rules;

import io.consumptionledger.Beta;
