import { readConfig } from './config.ts';
import { openLog } from './logger.ts';
import { type RunningServer, startServer } from './server.ts';
import { startScreen } from './start-screen.ts';

/** A second Ctrl-C no longer waits for requests; the database is still stopped in order. */
const IMPATIENT_GRACE_MS = 0;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { log, path, flush } = openLog(config);
  process.on('exit', flush);
  const starting = startServer(config, log);
  let signals = 0;
  const stop = async () => {
    signals++;
    if (signals === 1)
      process.stderr.write('\nStopping: requests in flight are finished, then the database …\n');
    const server: RunningServer | null = await starting.catch(() => null);
    await server?.stop(signals > 1 ? IMPATIENT_GRACE_MS : undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  const server = await starting;
  log.info({ origin: server.origin, database: server.databaseDescription }, 'ready');
  if (!config.production) process.stdout.write(startScreen(server, config, path));
}

main().catch((error: Error) => {
  // What an operator can mend is one line; anything else is a bug, and its trace is wanted.
  process.stderr.write(
    error.name === 'StartupError' || error.name === 'DataDirectoryInUse'
      ? `Ringbinder cannot start: ${error.message}\n`
      : `${error.stack}\n`,
  );
  process.exit(1);
});
