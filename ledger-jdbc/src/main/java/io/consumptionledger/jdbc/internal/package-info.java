/**
 * The store on JDBC. It runs statements and decides by what they answer; it names no product. Not
 * part of the API.
 */
package io.consumptionledger.jdbc.internal;
