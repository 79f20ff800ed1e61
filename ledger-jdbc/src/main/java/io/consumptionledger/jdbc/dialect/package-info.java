/**
 * What differs between database products, in code. This is the only package that names a product or
 * a vendor's error code; their SQL lies in {@code META-INF/ledger/<folder>/}, one file for each
 * statement, complete for each dialect.
 */
package io.consumptionledger.jdbc.dialect;
