import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { Logger } from 'pino';

export function logLibraryOutput(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, String(warning)));
  const linesAt = (level: 'info' | 'warn') =>
    new Writable({
      write(text, _encoding, done) {
        log[level]({ from: 'console' }, String(text).trimEnd());
        done();
      },
    });
  globalThis.console = new Console({ stdout: linesAt('info'), stderr: linesAt('warn') });
}
