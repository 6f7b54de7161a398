/**
 * The time of the database in milliseconds since 1970, as SQL. Leases and claims go by it: it is the same for all processes,
 * and nobody moves it, as the clock of a sandbox is moved.
 */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
