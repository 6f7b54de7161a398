import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { measureDisk, measureTemporaries } from './background/disk.ts';
import { createClockCheck, measureClockLag } from './background/log-clock.ts';
import { measureBackground } from './background/metrics.ts';
import { scheduleBackgroundWork, startBackgroundWork } from './background/work.ts';
import { prepareBackups } from './backup/service.ts';
import type { Config } from './config/config.ts';
import { dependenciesOf } from './environment/dependencies.ts';
import type { Environment, EnvironmentName } from './environment/environment.ts';
import { randomIds } from './environment/ids.ts';
import { createServiceMedia } from './environment/media.ts';
import { createMeetEngine } from './environment/meet-engine.ts';
import { openEnvironment } from './environment/open.ts';
import { because, unavailable, withDetails } from './errors.ts';
import { createAuditStream, measureAuditStream, measureSignIns } from './features/audit/index.ts';
import { measureDeliveries } from './features/bots/index.ts';
import { type DemoFile, holdsAnyDemo, prepareDemo } from './features/demo/index.ts';
import { measureAnswers, openMailListener, startMailboxReader } from './features/mail-answers/index.ts';
import { prepareSetupLink } from './features/setup/index.ts';
import { prepareDrain } from './http/drain.ts';
import { createMetrics, type Metrics } from './http/index.ts';
import { createListeningSockets, type ListeningSockets } from './http/listening-sockets.ts';
import { createShutdown, type Shutdown } from './process/shutdown.ts';
import { loadMasterKey } from './secrets/master-key.ts';
import { type DatabaseEngine, startDatabaseEngine } from './storage/engine.ts';
import { explainFileError } from './storage/file-error.ts';
import type { PoolUsage } from './storage/pool.ts';
import { StartupError } from './storage/startup-error.ts';
import { DatabaseUnavailable, isUnavailable } from './storage/unavailable.ts';
import { systemClock } from './time/clock.ts';
import { startTracing } from './tracing/index.ts';

export interface RunningServer {
  origin: string;
  environments: Record<EnvironmentName, Environment>;
  /** Null in production, in a worker, and if the database contains other data. */
  demo: DemoFile | null;
  /** Filled only in production, never in a worker. */
  setupLinks: Partial<Record<EnvironmentName, string>>;
  databaseDescription: string;
  /**
   * `cutsRequests` aborts running requests, even while an earlier call of `stop` is waiting. Resolves to the
   * parts that did not stop in time.
   */
  stop(how?: { cutsRequests: boolean }): Promise<string[]>;
}

const DATABASE_SHARE = 0.4;
const MAX_DATABASE_MS = 4_000;
const FLUSH_MS = 500;
const FLUSH_SHARE = 0.1;
const CUT_SHARE = 0.2;
const ANSWER_SHARE = 0.1;
/** After this time, the server has restarted or another process responds. */
const STOP_RETRY_SECONDS = 2;

export async function startServer(config: Config, log: Logger, signal?: AbortSignal): Promise<RunningServer> {
  const shutdown = createShutdown(config.stopTimeoutSeconds * 1_000, log);
  try {
    return await start(config, log, shutdown, signal ?? new AbortController().signal);
  } catch (error) {
    await shutdown.run();
    throw explainStart(error, config.dataDir);
  }
}

function explainStart(error: unknown, dataDir: string): unknown {
  const explained = explainFileError(error, dataDir);
  const isAway = explained instanceof DatabaseUnavailable || isUnavailable(explained);
  if (explained instanceof StartupError || !isAway) return explained;
  const { message } =
    explained instanceof DatabaseUnavailable ? (explained.cause as Error) : (explained as Error);
  return new StartupError(`lost the connection to the database during startup: ${message}. Start again`, {
    cause: error,
  });
}

async function start(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
  signal: AbortSignal,
): Promise<RunningServer> {
  if (config.tracesUrl !== '') {
    const flushMs = Math.min(FLUSH_MS, config.stopTimeoutSeconds * 1_000 * FLUSH_SHARE);
    const tracing = await startTracing(log);
    shutdown.add('the traces', (allowedMs) => tracing.stop(allowedMs), flushMs);
  }
  const engine = await startDatabaseEngine(config, log, signal);
  const databaseMs = Math.min(MAX_DATABASE_MS, config.stopTimeoutSeconds * 1_000 * DATABASE_SHARE);
  shutdown.add('the database', (allowedMs) => engine.stop(allowedMs), engine.isEmbedded ? databaseMs : 0);
  const signals = { closing: new AbortController(), cutOff: new AbortController() };
  let origin = config.publicUrl;
  const metrics = createMetrics();
  const environments = await openEnvironments(config, log, engine, signals, () => origin, shutdown, metrics);
  signal.throwIfAborted();
  const all = Object.values(environments);
  measurePools(metrics, all);
  measureTemporaries(metrics, all);
  measureClockLag(metrics, environments.production);
  measureDisk(metrics, config.dataDir);
  measureSignIns(metrics, environments.production);
  const countFor = measureDeliveries(metrics, all);
  if (config.role !== 'api') {
    const backups = await prepareBackups(config, engine, environments, metrics);
    const jobs = [createClockCheck(), ...(backups?.jobs ?? [])];
    if (config.auditStream !== undefined) {
      jobs.push(createAuditStream(config.auditStream));
      measureAuditStream(metrics, environments.production);
    }
    const work = startBackgroundWork(config, all, countFor, measureBackground(metrics), jobs);
    shutdown.add('the work in the background', async () => {
      await work.stop();
      backups?.close();
    });
  }
  const { sandbox } = environments;
  if (sandbox.sandbox && config.role !== 'worker') scheduleBackgroundWork(sandbox, sandbox.sandbox);
  let ready = false;
  const app = await buildApp({
    config,
    environments: config.role === 'worker' ? [] : all,
    dependencies: [
      { name: 'start', check: async () => void (ready || (await Promise.reject())) },
      ...dependenciesOf(config, all),
    ],
    metrics,
    log,
  });
  const listeners = createListeningSockets(app);
  const drain = prepareDrain(app.server, listeners);
  let answers: Awaited<ReturnType<typeof receiveAnswers>>;
  shutdown.add('requests in flight', async (allowedMs) => {
    const end = setTimeout(
      () => signals.cutOff.abort(stoppingError()),
      allowedMs * (1 - CUT_SHARE - ANSWER_SHARE),
    );
    const cut = setTimeout(
      () => {
        shutdown.markUnstopped('requests in flight');
        app.server.closeAllConnections();
      },
      allowedMs * (1 - CUT_SHARE),
    );
    // Slow emails must take no time from requests.
    const mails = answers?.close(allowedMs);
    await drain()
      .then(() => Promise.all([app.close(), listeners.ended(), mails]))
      .finally(() => {
        clearTimeout(end);
        clearTimeout(cut);
      });
  });
  answers = await receiveAnswers({ config, environments, metrics, log });
  const listening = await listen(listeners, config);
  origin ||= listening;
  const demo = await findDemo(config, environments);
  const setupLinks = config.production && config.role !== 'worker' ? await prepareSetup(all) : {};
  signal.throwIfAborted();
  ready = true;
  const noticeEnd = new AbortController();
  let stopping: Promise<string[]> | undefined;
  return {
    origin,
    environments,
    demo,
    setupLinks,
    databaseDescription: engine.description,
    stop({ cutsRequests } = { cutsRequests: false }) {
      ready = false;
      if (cutsRequests) noticeEnd.abort();
      stopping ??= sleep(config.stopNoticeSeconds * 1_000, undefined, { signal: noticeEnd.signal })
        .catch(() => undefined)
        .then(() => {
          signals.closing.abort(stoppingError());
          return shutdown.run();
        });
      if (cutsRequests) app.server.closeAllConnections();
      return stopping;
    },
  };
}

const stoppingError = () =>
  unavailable(withDetails(because('unavailable'), 'the server is stopping, try again'), STOP_RETRY_SECONDS);

async function prepareSetup(environments: Environment[]): Promise<RunningServer['setupLinks']> {
  const links = await Promise.all(
    environments.map(async (env) => [env.name, await prepareSetupLink(env)] as const),
  );
  return Object.fromEntries(links.filter(([, link]) => link !== null));
}

async function findDemo(
  config: Config,
  environments: RunningServer['environments'],
): Promise<DemoFile | null> {
  if (config.role === 'worker') return null;
  if (config.production) return warnOfDemo(environments.production);
  return prepareDemo(config.dataDir, environments);
}

/** The start screen has shown the passwords of the demo users. */
async function warnOfDemo(env: Environment): Promise<null> {
  if (await holdsAnyDemo(env)) {
    env.log.warn('demo: this database was created with demo data, its users and their passwords still exist');
  }
  return null;
}

function measurePools(metrics: Metrics, environments: Environment[]): void {
  const measure = (name: string, help: string, read: (usage: PoolUsage) => number) =>
    metrics.gauge(`database_pool_${name}`, help, ['environment'], () =>
      environments.map(({ name, db }) => ({ labels: { environment: name }, value: read(db.usage()) })),
    );
  measure('connections', 'Connections that are open.', ({ total }) => total);
  measure('idle_connections', 'Open connections that nobody uses at this moment.', ({ idle }) => idle);
  measure('waiting_queries', 'Queries that wait for a connection.', ({ waiting }) => waiting);
  const replicas = environments.flatMap(({ replica }) => replica ?? []);
  metrics.gauge(
    'database_replica_reads',
    'Reads that may go to the replica since the start: those on it, and on the primary as it was behind, away or failed.',
    ['outcome'],
    () =>
      replicas.flatMap((each) =>
        Object.entries(each.outcomes()).map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
  );
}

async function openEnvironments(
  config: Config,
  log: Logger,
  engine: DatabaseEngine,
  signals: { closing: AbortController; cutOff: AbortController },
  origin: () => string,
  shutdown: Shutdown,
  metrics: Metrics,
): Promise<Record<EnvironmentName, Environment>> {
  const masterKey = await loadMasterKey(config.dataDir, config.secretKey);
  const media = createServiceMedia({ log, cacheFolder: join(config.dataDir, 'cache') });
  shutdown.add('the media workers', () => media.close());
  const meetEngine = createMeetEngine(config, log);
  shutdown.add('the media process of meets', () => meetEngine.stop());
  const defaults = { clock: systemClock, ids: randomIds };
  const [closing, cutOff] = [signals.closing.signal, signals.cutOff.signal];
  const slowStatements = metrics.counter(
    'database_slow_statements_total',
    'Statements on the primary that took longer than a second, by verbs and tables.',
    ['environment', 'statement'],
  );
  const onSlowStatement = (environment: EnvironmentName, statement: string) =>
    slowStatements.inc({ environment, statement });
  const parts = { config, masterKey, media, meetEngine, log, closing, cutOff, origin, onSlowStatement };
  const shared = { ...defaults, ...parts };
  const open = async (name: EnvironmentName) => {
    const env = await openEnvironment(name, engine.connections[name], shared);
    shutdown.add(`the connections of ${name}`, () => env.db.close());
    return env;
  };
  const [production, sandbox] = await Promise.allSettled([open('production'), open('sandbox')]);
  if (production.status === 'rejected') throw production.reason;
  if (sandbox.status === 'rejected') throw sandbox.reason;
  return { production: production.value, sandbox: sandbox.value };
}

interface AnswerParts {
  config: Config;
  environments: RunningServer['environments'];
  metrics: Metrics;
  log: Logger;
}

async function receiveAnswers({
  config: { inboundMail, inboundMailDomain: domain, role },
  environments,
  metrics,
  log,
}: AnswerParts): Promise<{ close(allowedMs: number): Promise<void> } | undefined> {
  if (inboundMail === undefined) return undefined;
  const count = measureAnswers(metrics);
  const parts = { domain, environments: Object.values(environments), count, log };
  if ('listener' in inboundMail)
    return role === 'worker'
      ? undefined
      : openMailListener({ listenAddress: inboundMail.listener, ...parts });
  if (role === 'api') return undefined;
  return startMailboxReader({ mailbox: inboundMail.mailbox, production: environments.production, ...parts });
}

async function listen(listeners: ListeningSockets, { port, host }: Config): Promise<string> {
  const { port: boundPort } = await listeners.open({ port, host }).catch((error) => {
    throw explainListen(error, port, host);
  });
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${boundPort}`;
}

function explainListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `port ${port} on ${host} is in use: stop the other program, or set PORT to another port`,
    );
  }
  if (error.code === 'EACCES')
    return new StartupError(
      `port ${port} needs more privileges than this user has: set PORT to 1024 or more`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(`HOST ${host} is not an address of this machine`);
  }
  return error;
}
