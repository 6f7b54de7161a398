/**
 * Milliseconds since 1970. Leases use this time because it is the same for all processes and independent of the
 * sandbox clock.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
