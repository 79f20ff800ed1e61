/**
 * Databases for the suite: by URL, in a container, or embedded, and the fixture for stores on JDBC.
 */
@Beta
package io.consumptionledger.conformance.database;

import io.consumptionledger.Beta;
