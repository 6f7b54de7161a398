import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bringUp, type Server } from './bring-up.ts';
import { DataDirectoryGone, DataDirectoryInUse, type EmbeddedPostgresError, errorCode } from './errors.ts';
import { endOrphans } from './orphans.ts';
import type { Plan } from './plan.ts';
import { stopPostmaster } from './postmaster.ts';
import { findPostmaster } from './postmaster-file.ts';
import { boundLog } from './server-log.ts';
import { removeSocketDirectory } from './socket-directory.ts';

const backOff = [0, 100, 250, 500, 1_000, 2_000, 5_000];
const stableAfter = 30_000;
const logCheckEvery = 10_000;
const directoryCheckEvery = 1_000;
/** Short, because a server whose directory is gone must not continue to write. */
const immediateStopTimeout = 5_000;
const disconnectTimeout = 500;

/** Watches only the lock's session, because an adopted server is not a child. */
export class Supervisor {
  readonly #plan: Plan;
  readonly #onLost: (error: EmbeddedPostgresError) => void;
  readonly #abort = new AbortController();
  readonly #checks: NodeJS.Timeout[];
  #server: Server;
  #upSince = performance.now();
  #failures = 0;
  #recovery: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #isLost = false;
  #isUp = true;
  #missed = 0;

  constructor(plan: Plan, server: Server, onLost: (error: EmbeddedPostgresError) => void) {
    this.#plan = { ...plan, socketDirectory: server.socketDirectory };
    this.#onLost = onLost;
    this.#server = server;
    this.#checks = [
      setInterval(() => this.#boundLog(), logCheckEvery).unref(),
      setInterval(() => void this.#checkDirectory(), directoryCheckEvery).unref(),
    ];
    this.#watch(server);
  }

  get server(): Server {
    return this.#server;
  }

  stop(timeoutMs = 90_000): Promise<void> {
    this.#stopped ??= this.#stop(timeoutMs);
    return this.#stopped;
  }

  async #stop(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (const check of this.#checks) clearInterval(check);
    this.#abort.abort();
    // Limit the wait, because a hanging disk can delay the end of an aborted recovery.
    await Promise.race([this.#recovery, delay(timeoutMs / 2, undefined, { ref: false })]);
    if (!this.#isLost) await this.#stopServer(deadline - performance.now());
    // Limit the wait, because a suspended server process does not close the session.
    await Promise.race([this.#server.session.client.end().catch(() => undefined), delay(disconnectTimeout)]);
  }

  async #stopServer(timeoutMs: number): Promise<void> {
    const { layout, log } = this.#plan;
    const running = await findPostmaster(layout.data);
    if (running !== undefined) {
      const signal = await stopPostmaster(running.pid, timeoutMs);
      if (signal !== 'SIGINT')
        log.warn(
          { pid: running.pid, signal },
          'postgresql: did not stop in time, recovers at the next start',
        );
      if (signal === 'SIGKILL') await endOrphans(layout.data, 'SIGKILL');
    }
    await removeSocketDirectory(layout, this.#server.socketDirectory);
  }

  #watch(server: Server): void {
    this.#upSince = performance.now();
    this.#isUp = true;
    server.session.ended.then(() => {
      this.#isUp = false;
      if (!this.#abort.signal.aborted) this.#recovery = this.#recover(server.pid);
    });
  }

  async #recover(pid: number): Promise<void> {
    const { log } = this.#plan;
    if (performance.now() - this.#upSince > stableAfter) this.#failures = 0;
    log.error({ pid }, 'postgresql: connection lost, restarting');
    while (!this.#abort.signal.aborted) {
      const pause = backOff[Math.min(this.#failures, backOff.length - 1)];
      this.#failures += 1;
      try {
        await delay(pause, undefined, { signal: this.#abort.signal });
        this.#server = await bringUp(this.#plan, this.#abort.signal);
        log.info({ pid: this.#server.pid, origin: this.#server.origin }, 'postgresql: ready again');
        return this.#watch(this.#server);
      } catch (error) {
        if (error instanceof DataDirectoryInUse || error instanceof DataDirectoryGone)
          return this.#lose(error);
        if (!this.#abort.signal.aborted) log.error({ err: error, failures: this.#failures }, message(error));
      }
    }
  }

  #lose(error: EmbeddedPostgresError): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const check of this.#checks) clearInterval(check);
    this.#abort.abort();
    this.#plan.log.error({ err: error }, error.message);
    this.#onLost(error);
  }

  async #checkDirectory(): Promise<void> {
    const { layout } = this.#plan;
    const isGone = await stat(join(layout.data, 'PG_VERSION')).then(
      () => false,
      (error) => errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR',
    );
    this.#missed = isGone ? this.#missed + 1 : 0;
    // A single failed check may only mean that the directory is being replaced.
    if (this.#missed < 2 || this.#isLost || this.#abort.signal.aborted) return;
    const { pid } = this.#server;
    const ended = this.#isUp ? stopPostmaster(pid, immediateStopTimeout, { inOrder: false }) : undefined;
    this.#abort.abort();
    await ended?.catch(() => undefined);
    this.#lose(new DataDirectoryGone(layout.directory));
  }

  #boundLog(): void {
    boundLog(this.#plan.layout.log).catch((error) => {
      this.#plan.log.warn({ err: error }, 'postgresql: truncating its log failed');
    });
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
