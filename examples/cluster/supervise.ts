import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const RESTART_AFTER_MS = 1_000;
/** Longer than STOP_TIMEOUT_SECONDS. */
const STOP_MS = 20_000;

/** A program that restarts when it ends, as with systemd's `Restart=always`. */
export interface Supervised {
  name: string;
  pid(): number | undefined;
  /** Abort `stopping` first. Otherwise, the program restarts. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Command {
  name: string;
  program: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {}
}

/** Logs to `logs/NAME.log`. Restarts the program until `stopping` aborts. */
export function supervise(
  { name, program, args, cwd, env = {} }: Command,
  logs: string,
  stopping: AbortSignal,
): Supervised {
  const log = openSync(join(logs, `${name}.log`), 'a');
  let child: ChildProcess;
  const run = () => {
    // Use a process group, because children may outlive the program: nginx workers hold its port.
    const options = { cwd, env: { ...process.env, ...env }, detached: true };
    child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
    child.once('error', () => {});
    const { pid } = child;
    child.once('close', async (code, signal) => {
      killGroup(pid);
      if (stopping.aborted) return;
      process.stdout.write(`${name} ended (${signal ?? code}) and is started again; see logs/${name}.log\n`);
      await delay(RESTART_AFTER_MS);
      if (!stopping.aborted) run();
    });
  };
  run();
  return {
    name,
    pid: () => child.pid,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, 'close');
      child.kill(signal);
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killer);
    },
  };
}
