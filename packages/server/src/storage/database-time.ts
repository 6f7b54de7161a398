/** All processes share the database's clock, and the sandbox does not move it. */
export const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
