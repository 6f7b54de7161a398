/**
 * In milliseconds since 1970. Leases use the database's clock, which all processes share and the sandbox does not
 * move.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
