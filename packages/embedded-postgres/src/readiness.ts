import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode, NotReadyYet } from './errors.ts';
import type { Layout } from './layout.ts';
import { openSession, type Session } from './lock.ts';
import type { Plan } from './plan.ts';
import type { Spawned } from './postmaster.ts';
import { isRunning, isSameDirectory, readPostmasterFile } from './postmaster-file.ts';
import { lastLines, readLog } from './server-log.ts';
import { socketDirectoryOf } from './socket-directory.ts';

export type Readiness =
  | { readonly kind: 'ready'; readonly session: Session; readonly socketDirectory: string }
  | { readonly kind: 'ended'; readonly how: string };

const maxWait = 5 * 60_000;
const reportEvery = 3_000;

/**
 * Polls `postmaster.pid`, because failed connections would fill the log. Throws EmbeddedPostgresError after 5
 * minutes, or if the server rejects the connection.
 */
export async function waitUntilReady(
  plan: Plan,
  pid: number,
  spawned: Spawned | undefined,
  signal: AbortSignal,
): Promise<Readiness> {
  const { layout, log } = plan;
  const begun = performance.now();
  let reported = begun;
  let end: string | undefined;
  spawned?.ended.then((how) => {
    end = how;
  });
  for (;;) {
    if (end !== undefined) return { kind: 'ended', how: end };
    if (spawned === undefined && !(await isRunning(pid))) return { kind: 'ended', how: 'gone' };
    const file = await readPostmasterFile(layout.data);
    if (file?.pid === pid && file.status === 'ready') {
      const connection = await connect(plan, pid, file.socketDirectory);
      if (connection !== undefined) return { kind: 'ready', ...connection };
    }
    const now = performance.now();
    if (now - begun > maxWait) throw tooLong(layout, pid);
    if (now - reported > reportEvery) {
      reported = now;
      const seconds = Math.round((now - begun) / 1000);
      const line = lastLines(await readLog(layout.log), 1);
      log.info({ pid, seconds, status: file?.status, line }, 'postgresql: waiting until it is ready');
    }
    await delay(10, undefined, { signal });
  }
}

async function connect(plan: Plan, pid: number, recorded: string | undefined) {
  const { layout } = plan;
  const expected = plan.socketDirectory ?? (await socketDirectoryOf(layout));
  for (const socketDirectory of new Set([expected, recorded ?? expected])) {
    try {
      const session = await openSession(socketDirectory);
      if (await isServerOf(session, pid, layout.data)) return { session, socketDirectory };
      await session.client.end();
    } catch (error) {
      const code = errorCode(error);
      const isRefusal = code !== undefined && /^(28|3D|42|EACCES|EPERM)/.test(code);
      if (isRefusal && error instanceof Error) {
        throw new EmbeddedPostgresError(
          `The PostgreSQL that runs on ${layout.data} (process ${pid}) refuses the connection: ${error.message}`,
          { cause: error },
        );
      }
    }
  }
  return undefined;
}

/** Returns false if postmaster.pid was copied and names the original directory's server. */
async function isServerOf({ client }: Session, pid: number, data: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const served = rows[0]?.data_directory ?? '';
  return (await isSameDirectory(served, data)) || isSameDirectory(`/proc/${pid}/cwd`, data);
}

function tooLong(layout: Layout, pid: number): NotReadyYet {
  return new NotReadyYet(
    `PostgreSQL (process ${pid}) did not become ready on ${layout.data} within ${maxWait / 60_000} minutes. ` +
      `It continues to start; its log, ${layout.log}, shows the progress. Start again later.`,
  );
}
