import { randomBytes } from 'node:crypto';
import { onDatabase, runOn, sharedServer } from '@ringbinder/testkit/database.ts';

export interface SharedDatabase {
  url: string;
  connection: ReturnType<typeof onDatabase>;
  drop(): Promise<void>;
}

/** The first process creates the database. */
export function newSharedDatabase(prefix: string): SharedDatabase {
  const server = sharedServer();
  const name = `${prefix}_${randomBytes(4).toString('hex')}`;
  return {
    url: urlOf(server, name),
    connection: onDatabase(server, name),
    async drop() {
      for (const each of [name, `${name}_sandbox`])
        await runOn(server, `DROP DATABASE IF EXISTS ${each} WITH (FORCE)`);
    },
  };
}

function urlOf(server: ReturnType<typeof sharedServer>, name: string): string {
  if (!('connectionString' in server)) {
    const { host, port, user } = server;
    return `postgres:///${name}?${new URLSearchParams({ host, port: String(port), user })}`;
  }
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
