import { spawn } from 'node:child_process';
import type { Scratch } from './test-scratch.ts';

/**
 * Waits for the end of this process. The server is stopped by its pid file, which PostgreSQL removes with itself; SIGQUIT
 * needs no time, and nothing in it is worth any.
 */
const SCRIPT = `read -r memory && read -r directory || exit
read -r word && exit
pid=$(head -n 1 "$memory/postgres/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
rm -rf "$memory" "$directory"`;

/**
 * Ends the database server of the tests and removes their files when this process ends without doing so: after a second
 * Ctrl-C, or a SIGKILL. The server outlives its parent, as a service wants it.
 * @returns is called when all that was done in order
 */
export function guardDatabase({ memory, directory }: Pick<Scratch, 'memory' | 'directory'>): () => void {
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Of no group that a signal reaches.
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  // Not as arguments: processes that name the folders count as left by tests.
  guard.stdin.write(`${memory}\n${directory}\n`);
  guard.unref();
  (guard.stdin as { unref?(): void }).unref?.();
  return () => guard.stdin.end('done\n');
}
