/**
 * In milliseconds since 1970. Leases use the database's clock, shared by all processes and independent of the
 * sandbox.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
