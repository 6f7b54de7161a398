/**
 * SQL for the database's time in milliseconds since 1970-01-01 UTC. Leases and claims use it, because it is the same
 * for all processes and independent of the sandbox clock.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
