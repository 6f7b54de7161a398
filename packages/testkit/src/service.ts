import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaEngineOptions } from '@ringbinder/page-renderer';
import { buildApp } from '@ringbinder/server/app.ts';
import { scheduleBackgroundWork, startBackgroundWork } from '@ringbinder/server/background/work.ts';
import { type Config, readConfig } from '@ringbinder/server/config/config.ts';
import { dependenciesOf } from '@ringbinder/server/environment/dependencies.ts';
import type { Environment, EnvironmentName } from '@ringbinder/server/environment/environment.ts';
import { randomIds } from '@ringbinder/server/environment/ids.ts';
import { createServiceMedia } from '@ringbinder/server/environment/media.ts';
import { createMeetEngine } from '@ringbinder/server/environment/meet-engine.ts';
import { openEnvironment } from '@ringbinder/server/environment/open.ts';
import { botLog } from '@ringbinder/server/features/bots/index.ts';
import { prepareDrain } from '@ringbinder/server/http/drain.ts';
import { createMetrics } from '@ringbinder/server/http/index.ts';
import { createListeningSockets } from '@ringbinder/server/http/listening-sockets.ts';
import { startConsumer } from '@ringbinder/server/log/index.ts';
import { createLog } from '@ringbinder/server/process/logger.ts';
import { type Caller, createCaller } from './caller.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { type ClonedDatabase, cloneDatabase } from './database.ts';
import { createFactory, type Factory } from './factory.ts';
import { openApiCheckFor } from './openapi-check.ts';
import { openApiDocument } from './openapi-document.ts';

export interface TestService {
  origin: string;
  base: string;
  env: Environment;
  environments: Partial<Record<EnvironmentName, Environment>>;
  clock: TestClock;
  /** Validates the response against the OpenAPI document. */
  call: Caller;
  make: Factory;
  directory: string;
  logLines: string[];
  routes(): string;
  shared: SharedDatabases;
  close(): Promise<void>;
}

export interface SharedDatabases {
  databases: ClonedDatabase[];
  masterKey: Buffer;
}

export interface TestServiceOptions {
  config?: Partial<Config>;
  environments?: EnvironmentName[];
  media?: MediaEngineOptions;
  botLog?: boolean;
  background?: boolean;
  /** Another service, whose database and files this one shares. Close this one first. */
  beside?: TestService;
  clock?: TestClock;
}

const testLimits = {
  callsPerMinute: 1e9,
  linkCallsPerMinute: 1e9,
  tokenCallsPerMinute: 1e9,
  failedTokenCallsPerMinute: 1e9,
  databaseConnections: 10,
};

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const directory = options.beside?.directory ?? (await mkdtemp(join(tmpdir(), 'ringbinder-test-')));
  const config = { ...readConfig({ DATA_DIR: directory }), ...testLimits, ...options.config };
  const logLines: string[] = [];
  const log = createLog('info', { write: (line) => void logLines.push(line) });
  const clock = options.clock ?? createTestClock();
  const closing = new AbortController();
  // Count elapsed time as CPU time, so that busy machines do not extend timeouts.
  const processorTime = () => performance.now();
  const media = createServiceMedia({ log, workers: 1, processorTime, ...options.media });
  const meetEngine = createMeetEngine({ ...config, meetUdpPort: 0, meetRelayedUdpPort: 0 }, log);
  let origin = '';
  const masterKey = options.beside?.shared.masterKey ?? randomBytes(32);
  const shared = {
    config,
    masterKey,
    clock,
    ids: randomIds,
    media,
    meetEngine,
    log,
    closing: closing.signal,
    cutOff: closing.signal,
    origin: () => origin,
  };
  const opened = await Promise.all(
    (options.environments ?? ['production']).map(async (name, index) => {
      const database = options.beside?.shared.databases[index] ?? (await cloneDatabase());
      return { database, env: await openEnvironment(name, database.connection, shared) };
    }),
  );
  const all = opened.map(({ env }) => env);
  const dependencies = dependenciesOf(config, all);
  const app = await buildApp({ config, environments: all, dependencies, metrics: createMetrics(), log });
  const botLogs = options.botLog ? all.map((env) => startConsumer(env, botLog)) : [];
  const background = options.background ? startBackgroundWork(config, all, () => () => undefined) : undefined;
  for (const each of all) if (options.background && each.sandbox) scheduleBackgroundWork(each, each.sandbox);
  const listeners = createListeningSockets(app);
  const drain = prepareDrain(app.server, listeners);
  origin = `http://127.0.0.1:${(await listeners.open({ port: 0, host: '127.0.0.1' })).port}`;
  const [env] = all;
  if (!env) throw new Error('a service needs an environment');
  const document = await openApiDocument(origin);
  const base = `${origin}${env.basePath}`;
  return {
    origin,
    base,
    env,
    environments: Object.fromEntries(all.map((each) => [each.name, each])),
    clock,
    call: createCaller(base, openApiCheckFor(document)),
    make: createFactory(env),
    directory,
    logLines,
    routes: () => app.printRoutes({ commonPrefix: false }),
    shared: { databases: opened.map(({ database }) => database), masterKey },
    async close() {
      closing.abort();
      void drain();
      await Promise.all([app.close(), listeners.ended()]);
      await background?.stop();
      await Promise.all(botLogs.map((botLog) => botLog.stop()));
      await media.close();
      await meetEngine.stop();
      await Promise.all(all.map((each) => each.db.close()));
      if (options.beside) return;
      await Promise.all(opened.map(({ database }) => database.drop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
