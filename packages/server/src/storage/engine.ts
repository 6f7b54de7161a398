import { join } from 'node:path';
import {
  EmbeddedPostgresError,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@ringbinder/embedded-postgres';
import pg from 'pg';
import { DatabaseClient } from './client.ts';
import { explainFileError } from './file-error.ts';
import { type ConnectionSettings, SESSION_SETTINGS } from './pool.ts';
import { primaryOf } from './primary.ts';
import { serversOf } from './server-list.ts';
import { StartupError } from './startup-error.ts';

export interface DatabaseEngine {
  description: string;
  connections: { production: ConnectionSettings; sandbox: ConnectionSettings };
  isEmbedded: boolean;
  stop(timeoutMs?: number): Promise<void>;
}

export interface EngineSettings {
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl?: string | undefined;
  sandboxDatabaseUrl: string | undefined;
}

type EngineLog = NonNullable<Parameters<typeof startEmbeddedPostgres>[0]['log']>;

export async function startDatabaseEngine(
  settings: EngineSettings,
  log: EngineLog,
  signal?: AbortSignal,
): Promise<DatabaseEngine> {
  return settings.databaseUrl === undefined
    ? startEmbedded(settings.dataDir, log, signal ?? new AbortController().signal)
    : reachServer(settings.databaseUrl, settings);
}

export async function reachDatabases(settings: EngineSettings): Promise<DatabaseEngine['connections']> {
  if (settings.databaseUrl !== undefined)
    return (await reachServer(settings.databaseUrl, settings)).connections;
  const found = await findEmbeddedDatabases(settings.dataDir);
  if (found === undefined)
    throw new StartupError(
      `the service is not running in ${settings.dataDir}: start it, then run this command again`,
    );
  return found;
}

export async function findEmbeddedDatabases(
  dataDir: string,
): Promise<DatabaseEngine['connections'] | undefined> {
  const connection = await findEmbeddedPostgres(databaseDirectory(dataDir)).catch(() => undefined);
  return connection && embeddedDatabases(connection);
}

export function embeddedDatabases(
  connection: (name: string) => ConnectionSettings,
): DatabaseEngine['connections'] {
  return { production: connection('ringbinder'), sandbox: connection('ringbinder_sandbox') };
}

export const databaseDirectory = (dataDir: string) => join(dataDir, 'postgres');

const REMEDIES = {
  directory: 'DATA_DIR sets the directory.',
  server: 'DATABASE_URL sets the server to use (PostgreSQL 15 or later).',
};

function explainEmbedded(error: unknown, directory: string): unknown {
  if (!(error instanceof EmbeddedPostgresError)) return explainFileError(error, directory);
  const { message, remedy } = error;
  const setting = remedy === undefined ? '' : ` ${REMEDIES[remedy]}`;
  return new StartupError(`${message}${setting}`, { cause: error });
}

async function startEmbedded(dataDir: string, log: EngineLog, signal: AbortSignal): Promise<DatabaseEngine> {
  const directory = databaseDirectory(dataDir);
  const server = await startEmbeddedPostgres({
    directory,
    log,
    signal,
    // Throw outside any promise, so that the process ends.
    onLost: (error) =>
      queueMicrotask(() => {
        throw explainEmbedded(error, directory);
      }),
  }).catch((error) => {
    throw explainEmbedded(error, directory);
  });
  try {
    await server.ensureDatabase('ringbinder');
    await server.ensureDatabase('ringbinder_sandbox');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    description: `embedded PostgreSQL 18 (${server.origin})`,
    connections: embeddedDatabases((name) => server.connection(name)),
    isEmbedded: true,
    stop: (timeoutMs) => server.stop(timeoutMs),
  };
}

export function databasesOf(
  productionUrl: string,
  {
    databaseDirectUrl: directUrl,
    sandboxDatabaseUrl: sandboxUrl,
  }: Pick<EngineSettings, 'databaseDirectUrl' | 'sandboxDatabaseUrl'>,
): Record<'production' | 'sandbox', { connectionString: string; directString?: string }> {
  const production = withName(productionUrl, nameOf(productionUrl) || 'ringbinder');
  const sandbox =
    sandboxUrl === undefined
      ? withName(production, `${nameOf(production)}_sandbox`)
      : withName(sandboxUrl, nameOf(sandboxUrl) || 'ringbinder_sandbox');
  if (sandbox === production) {
    throw new StartupError('SANDBOX_DATABASE_URL must name another database than DATABASE_URL');
  }
  const behind = (url: string) =>
    directUrl === undefined ? {} : { directString: withName(directUrl, nameOf(url)) };
  return {
    production: { connectionString: production, ...behind(production) },
    sandbox: { connectionString: sandbox, ...(sandboxUrl === undefined ? behind(sandbox) : {}) },
  };
}

async function reachServer(productionUrl: string, settings: EngineSettings): Promise<DatabaseEngine> {
  const connections = databasesOf(productionUrl, settings);
  const { sandboxDatabaseUrl: sandboxUrl } = settings;
  await ensureReachable('DATABASE_URL', connections.production);
  await ensureReachable(
    sandboxUrl === undefined ? 'DATABASE_URL (for the sandbox)' : 'SANDBOX_DATABASE_URL',
    connections.sandbox,
  );
  return {
    description: `PostgreSQL at ${placeOf(connections.production.connectionString)}`,
    connections,
    isEmbedded: false,
    stop: async () => {},
  };
}

function placeOf(url: string): string {
  const servers = serversOf(url)?.map(({ name }) => name);
  return servers?.join(', ') ?? (new URL(url).host || 'the local socket');
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function withName(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${encodeURIComponent(name)}`;
  return named.href;
}

const UNKNOWN_DATABASE = '3D000';

/** The pooler may not know a new database. */
async function ensureReachable(
  setting: string,
  { connectionString, directString }: { connectionString: string; directString?: string },
): Promise<void> {
  if (directString === undefined) return ensureDatabase(setting, connectionString, SESSION_SETTINGS);
  await ensureDatabase(setting.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'), directString);
  await tryConnection(connectionString).catch((error) => {
    throw new StartupError(`${setting}: the database cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    });
  });
}

async function ensureDatabase(setting: string, url: string, session: object = {}): Promise<void> {
  try {
    await tryConnection(url, { session });
  } catch (error) {
    if (/unsupported startup parameter/.test(reasonOf(error)))
      throw new StartupError(
        `${setting} points to a pooler: set DATABASE_DIRECT_URL to the same database on the server itself`,
        { cause: error },
      );
    if ((error as { code?: string }).code !== UNKNOWN_DATABASE) {
      throw new StartupError(`${setting}: the database cannot be reached: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    await createDatabase(setting, url);
  }
}

function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return (first as Error).message;
}

async function tryConnection(
  url: string,
  { statement, session = {} }: { statement?: string; session?: object } = {},
): Promise<void> {
  await primaryOf(url)?.find();
  const client = new DatabaseClient({ ...session, connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    if (statement !== undefined) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createDatabase(setting: string, url: string): Promise<void> {
  const name = nameOf(url);
  try {
    await tryConnection(withName(url, 'postgres'), {
      statement: `CREATE DATABASE ${pg.escapeIdentifier(name)}`,
    });
  } catch (error) {
    if (/^(42P04|23505)$/.test((error as { code?: string }).code ?? '')) return;
    throw new StartupError(
      `${setting}: the database ${name} does not exist and could not be created (${reasonOf(error)}): create it, or name another`,
      { cause: error },
    );
  }
}
