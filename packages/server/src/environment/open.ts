import { randomBytes } from 'node:crypto';
import type { MediaEngine } from '@ringbinder/page-renderer';
import type { MeetEngine } from '@ringbinder/sfu';
import { type Config, fileStoreSettings, filesDirectory } from '../config/config.ts';
import { createProcessBus, shareBus } from '../log/index.ts';
import { openSandbox } from '../sandbox/index.ts';
import { deriveSecrets, type Secrets } from '../secrets/secrets.ts';
import { explainFileError } from '../storage/file-error.ts';
import { claimStores, type FileStore, joined, openStores } from '../storage/files/index.ts';
import { migrate } from '../storage/migrate.ts';
import { type ConnectionSettings, type DatabasePool, openDatabase } from '../storage/pool.ts';
import { openReadReplica, type ReadReplica } from '../storage/replica.ts';
import { watchRevocations } from '../storage/revocations.ts';
import { readOrStoreSetting } from '../storage/settings.ts';
import { createSignInLog, noSignInLog } from '../storage/sign-in-log.ts';
import { StartupError } from '../storage/startup-error.ts';
import { DatabaseUnavailable, isUnavailable } from '../storage/unavailable.ts';
import type { Clock } from '../time/clock.ts';
import { basePaths, type Environment, type EnvironmentName } from './environment.ts';
import type { Ids } from './ids.ts';
import { withFetchedFiles } from './media.ts';

export interface SharedParts {
  config: Config;
  masterKey: Buffer;
  clock: Clock;
  ids: Ids;
  media: MediaEngine;
  meetEngine: MeetEngine;
  log: Environment['log'];
  closing: AbortSignal;
  cutOff: AbortSignal;
  origin(): string;
  onSlowStatement?: (environment: EnvironmentName, statement: string) => void;
}

export async function openEnvironment(
  name: EnvironmentName,
  connection: ConnectionSettings,
  shared: SharedParts,
): Promise<Environment> {
  const { config, media, meetEngine, closing, cutOff } = shared;
  const log = shared.log.child({ environment: name });
  const newer = await migrate(connection).catch((error) => {
    throw explainDatabaseError(error, name);
  });
  if (newer.length > 0)
    log.warn({ migrations: newer }, 'database: a newer release migrated it, and this release works with it');
  const pool = openDatabase(connection, {
    max: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, 'database: idle connection lost'),
    onMove: (from, to) => log.warn({ from, to }, 'database: primary changed'),
    onFull: (error, open) =>
      log.error(
        { err: error, open, DATABASE_CONNECTIONS: config.databaseConnections },
        'database: PostgreSQL allows no more connections; raise its max_connections (or the CONNECTION LIMIT of the role or database), or lower DATABASE_CONNECTIONS, which applies to each process and each of its two environments',
      ),
    onSlow: (statement) => shared.onSlowStatement?.(name, statement),
    outages: {
      onOutage: (error) => log.error({ err: error }, 'database: unavailable, rejecting calls that need it'),
      onReturn: ({ begunAt, endedAt = begunAt, refused, relapses }) =>
        log.warn({ ms: Math.round(endedAt - begunAt), refused, relapses }, 'database: available again'),
    },
  });
  const secrets = deriveSecrets(shared.masterKey, name);
  try {
    await checkKey(pool, secrets);
    const files = await openFiles(config, name, pool);
    const revocations = await watchRevocations(connection, pool, (error) =>
      log.warn(
        { err: error },
        'revocations: listening failed, those of other processes arrive up to a second late',
      ),
    );
    const redis = config.redisUrl ? await connectRedis(config.redisUrl, name, log) : null;
    const bus = redis ? shareBus(createProcessBus(), redis) : createProcessBus();
    const sandbox = name === 'sandbox' ? await openSandbox(pool, bus, shared) : null;
    const replica = name === 'production' ? openReadReplicaOf(config, pool, log) : null;
    const isStreaming = name === 'production' && config.auditStream !== undefined;
    const signIns = isStreaming ? createSignInLog(pool, shared.clock, log) : noSignInLog;
    const close = async () => {
      await signIns.close();
      await replica?.close();
      sandbox?.close();
      await redis?.close();
      await revocations.close();
      await files.close();
      await pool.close();
    };
    const basePath = basePaths[name];
    return {
      name,
      basePath,
      baseUrl: () => `${shared.origin()}${basePath}/`,
      config,
      replica,
      db: { ...(sandbox?.generations.guard(pool) ?? pool), close },
      files,
      media: withFetchedFiles(media, files),
      meetEngine,
      clock: sandbox?.clock ?? shared.clock,
      ids: sandbox?.ids ?? shared.ids,
      sandbox,
      bus: sandbox?.generations.bind(bus) ?? bus,
      redis,
      secrets,
      revocations,
      signIns,
      log,
      closing,
      cutOff,
    };
  } catch (error) {
    await pool.close();
    throw explainDatabaseError(explainFileError(error, filesDirectory(config, name)), name);
  }
}

async function openFiles(config: Config, name: EnvironmentName, pool: DatabasePool): Promise<FileStore> {
  const stores = await openStores(fileStoreSettings(config), filesDirectory(config, name), name);
  // A new database must not record a rejected store.
  await claimStores(stores, {
    databaseId: await readOrStoreSetting(pool, 'database_id', randomBytes(16).toString('hex')),
    storeId: (initial) => readOrStoreSetting(pool, 'file_store_id', initial),
    setStoreId: async (id) =>
      void (await pool.query("UPDATE settings SET value = to_jsonb($1::text) WHERE name = 'file_store_id'", [
        id,
      ])),
  });
  return joined(stores);
}

function openReadReplicaOf(config: Config, pool: DatabasePool, log: Environment['log']): ReadReplica | null {
  const { databaseReplicaUrl: address, databaseConnections: max, role } = config;
  if (address === undefined || role === 'worker') return null;
  return openReadReplica(address, pool, {
    max,
    onAway: (reason) => log.warn({ reason }, 'replica: not in use, reading from the primary'),
    onReturn: () => log.info('replica: in use again'),
  });
}

async function connectRedis(url: string, name: EnvironmentName, log: Environment['log']) {
  const { openRedis } = await import('../storage/redis.ts');
  return openRedis(url, `ringbinder:${name}:`, log);
}

const INSUFFICIENT_PRIVILEGE = '42501';

function explainDatabaseError(error: unknown, name: EnvironmentName): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error;
  if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) {
    return new StartupError(
      `the ${name} database rejects its user (${error.message}): make that user the owner of the database`,
      { cause: error },
    );
  }
  if (!isUnavailable(error) && !(error instanceof DatabaseUnavailable)) return error;
  const { message } = error instanceof DatabaseUnavailable ? (error.cause as Error) : error;
  return new StartupError(`lost the connection to the ${name} database: ${message}`, { cause: error });
}

async function checkKey(db: DatabasePool, { fingerprint }: Secrets): Promise<void> {
  if ((await readOrStoreSetting(db, 'key_fingerprint', fingerprint)) !== fingerprint) {
    throw new StartupError(
      'the secrets in this database are encrypted with another key: restore DATA_DIR/secret.key, or set SECRET_KEY to that key',
    );
  }
}
