import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Config, publicUrlWarning, readConfig } from './config.ts';
import { openLog } from './logger.ts';
import { watchParent } from './parent.ts';
import type { RunningServer } from './server.ts';
import { giveBackStartMemory } from './start-memory.ts';
import { StartupError } from './storage/startup-error.ts';

/** Signals so close to each other are one. Nobody presses Ctrl-C again so soon. */
const SAME_SIGNAL_MS = 250;

const stopping = new AbortController();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { log, path } = openLog(config);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, error.message);
    fail(error, 'go on');
  });
  const starting = loadServer(config).then(({ startServer }) => startServer(config, log, stopping.signal));
  let signals = 0;
  let heard = Number.NEGATIVE_INFINITY;
  // The first asks nicely, the second cuts the requests in flight off, the third leaves all as it is (the next start
  // takes the database over).
  const stop = async () => {
    // One Ctrl-C can come twice: from the terminal, and from npm, which passes it on.
    if (performance.now() - heard < SAME_SIGNAL_MS) return;
    heard = performance.now();
    signals++;
    if (signals > 2) process.exit(1);
    if (signals === 1)
      process.stderr.write('\nStopping: requests in flight are finished, then the database …\n');
    stopping.abort();
    const server = await starting.catch(() => null);
    await server?.stop(signals > 1 ? 0 : undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  if (process.env.npm_lifecycle_event === 'start') watchParent(() => void (signals === 0 && stop()));

  const server = await starting;
  log.info({ origin: server.origin, database: server.databaseDescription }, 'ready');
  const warning = publicUrlWarning(config, server.origin);
  if (warning) log.warn(warning);
  if (!config.production) await showStart(server, config, path);
  else await showSetup(server);
  // What this start has compiled is there for the next one, however this one ends.
  flushCompileCache();
  giveBackStartMemory();
}

/**
 * Loads the server with a cache for what Node makes of its TypeScript. A warm start is quicker by what compiling
 * takes. A cache that cannot be kept is done without.
 */
async function loadServer(config: Config): Promise<typeof import('./server.ts')> {
  enableCompileCache(join(config.dataDir, 'cache'));
  return import('./server.ts');
}

async function showStart(server: RunningServer, config: Config, logPath: string | null): Promise<void> {
  const { startScreen } = await import('./start-screen.ts');
  process.stdout.write(startScreen(server, config, logPath));
}

/** To standard error: standard output is the log's, which may be kept where others read it. */
async function showSetup(server: RunningServer): Promise<void> {
  if (Object.keys(server.setupLinks).length === 0) return;
  const { setupScreen } = await import('./start-screen.ts');
  process.stderr.write(setupScreen(server));
}

/** What an operator can mend is one line; anything else is a bug, and its trace is wanted. */
function fail(error: Error, what: 'start' | 'go on'): never {
  const text = error instanceof StartupError ? `Ringbinder cannot ${what}: ${error.message}` : error.stack;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch((error: Error) => {
  if (!stopping.signal.aborted) fail(error, 'start');
});
