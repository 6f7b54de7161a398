import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Config, publicUrlWarning, readConfig } from './config/config.ts';
import { exit, writeStderr } from './process/exit.ts';
import { exitWithParent } from './process/exit-with-parent.ts';
import { checkFileDescriptorLimit } from './process/file-descriptor-limit.ts';
import { logLibraryOutput } from './process/library-output.ts';
import { openLog, type ServerLog } from './process/logger.ts';
import { releaseHeapWhenIdle } from './process/release-heap.ts';
import type { RunningServer } from './server.ts';
import { StartupError } from './storage/startup-error.ts';

const SAME_SIGNAL_MS = 250;

const START_GRACE_MS = 1_000;

const stopping = new AbortController();
let serverLog: ServerLog | undefined;
let hasFailed = false;
let exiting: Promise<never> | undefined;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  checkFileDescriptorLimit();
  serverLog = openLog(config);
  const { log, path } = serverLog;
  logLibraryOutput(log);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, error.message);
    void fail(error, 'continue');
  });
  const starting = loadServer(config).then(({ startServer }) => startServer(config, log, stopping.signal));
  let signals = 0;
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  // The first signal stops gracefully, the second aborts requests, and the third kills the process.
  const stop = async () => {
    // One Ctrl-C can arrive twice: from the terminal and from npm.
    if (performance.now() - lastSignalAt < SAME_SIGNAL_MS) return;
    lastSignalAt = performance.now();
    signals++;
    if (signals > 2) process.kill(process.pid, 'SIGKILL');
    if (signals === 1) {
      void writeStderr('\nStopping: requests in flight are finished, then the database …\n');
      // A running server has stopped before this time, so the server is still starting.
      setTimeout(() => end(1, ['the start']), config.stopTimeoutSeconds * 1_000 + START_GRACE_MS);
    }
    stopping.abort();
    const server = await starting.catch(() => null);
    const left = (await server?.stop({ cutsRequests: signals > 1 })) ?? [];
    await end(left.length === 0 ? 0 : 1, left);
  };
  const stopOnce = () => void (signals === 0 && stop());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // A closed terminal stops the server. Without a listener, a failed write would leave the database running.
  process.stderr.on('error', stopOnce);
  if (!config.production) process.stdout.on('error', stopOnce);
  if (process.env.npm_lifecycle_event === 'start') exitWithParent(stopOnce);

  const server = await starting;
  log.info({ origin: server.origin, database: server.databaseDescription }, 'ready');
  const warning = publicUrlWarning(config, server.origin);
  if (warning) log.warn(warning);
  if (!config.production) await showStart(server, config, path);
  else await showSetup(server);
  flushCompileCache();
  releaseHeapWhenIdle();
}

async function loadServer(config: Config): Promise<typeof import('./server.ts')> {
  enableCompileCache(join(config.dataDir, 'cache'));
  return import('./server.ts');
}

async function showStart(server: RunningServer, config: Config, logPath: string | null): Promise<void> {
  const { startScreen } = await import('./commands/start-screen.ts');
  process.stdout.write(startScreen(server, config, logPath));
}

/** Setup links go to stderr, because other people may read the log. */
async function showSetup(server: RunningServer): Promise<void> {
  if (Object.keys(server.setupLinks).length === 0) return;
  const { setupScreen } = await import('./commands/start-screen.ts');
  process.stderr.write(setupScreen(server));
}

function end(code: number, left: readonly string[] = []): Promise<never> {
  exiting ??= exit(code, serverLog, left);
  return exiting;
}

async function fail(error: Error, what: 'start' | 'continue'): Promise<void> {
  if (hasFailed) return;
  hasFailed = true;
  const text = error instanceof StartupError ? `Ringbinder cannot ${what}: ${error.message}` : error.stack;
  await writeStderr(`${text}\n`);
  await end(1);
}

main().catch((error: Error) => {
  if (!stopping.signal.aborted) void fail(error, 'start');
});
