/** Milliseconds since 1970. Leases use it: equal for all processes, independent of the sandbox clock. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
