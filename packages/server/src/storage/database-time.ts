/**
 * Milliseconds since 1970 by the database's clock. Leases use this clock, because all processes share it and
 * the sandbox does not move it.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
