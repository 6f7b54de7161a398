import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Environment } from '../environment/environment.ts';
import type { JobListener } from '../environment/periodic-jobs.ts';
import { storeReports, type WorkReport } from '../features/admin/index.ts';
import type { ConsumerListener } from '../log/index.ts';
import { withoutCredentials } from '../secrets/without-credentials.ts';

const REPORT_MS = 10_000;
const SOON_MS = 250;
const MINUTE_MS = 60_000;
const MAX_MESSAGE_LENGTH = 300;

interface Reports {
  consumer(name: string): ConsumerListener;
  job(name: string): JobListener;
  stop(): Promise<void>;
}

/** The next report contains the same data, so a failure to store one is ignored. */
export function startReports(env: Pick<Environment, 'db' | 'clock' | 'log'>): Reports {
  const processId = randomUUID();
  const reports = new Map<string, () => WorkReport>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let storing: Promise<void> = Promise.resolve();
  let isStopped = false;
  const now = () => env.clock.machineNow?.() ?? env.clock.now();

  // Without `bind`, the timer would belong to the caller's request and sandbox generation.
  const scheduleReport = AsyncLocalStorage.bind((ms: number) => {
    const at = performance.now() + ms;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      // Reset first, because a failure during `store` may schedule the next report.
      dueAt = Number.POSITIVE_INFINITY;
      storing = storing.then(store);
    }, ms).unref();
  });

  async function store(): Promise<void> {
    const current = [...reports.values()].map((report) => report());
    await storeReports(env.db, processId, current).catch((error) =>
      env.log.debug({ err: error }, 'background reports: not stored, retrying'),
    );
    scheduleReport(REPORT_MS);
  }

  function add(name: string, kind: WorkReport['kind'], fill?: (report: WorkReport) => void): WorkReport {
    const report: WorkReport = {
      name,
      kind,
      is_failing: false,
      last_error: null,
      last_run_at: null,
      last_run_ms: null,
      next_run_at: null,
      looked_at: null,
      backlog_entries: null,
      backlog_since: null,
      entries_per_minute: null,
    };
    reports.set(name, () => {
      fill?.(report);
      return report;
    });
    scheduleReport(SOON_MS);
    return report;
  }

  function setFailing(report: WorkReport, isFailing: boolean): void {
    if (isFailing || report.is_failing) scheduleReport(SOON_MS);
    report.is_failing = isFailing;
  }

  const errorOf = (error: unknown, binderId: string | null = null) => ({
    time: now(),
    message: messageOf(error),
    binder_id: binderId,
  });

  return {
    consumer(name) {
      const reads: { at: number; entries: number }[] = [];
      const report = add(name, 'consumer', (each) => {
        const since = performance.now() - MINUTE_MS;
        while (reads[0] && reads[0].at < since) reads.shift();
        each.entries_per_minute = reads.reduce((sum, { entries }) => sum + entries, 0);
      });
      const recover = () => {
        setFailing(report, false);
        report.next_run_at = null;
      };
      return {
        onRead(entries, failing) {
          if (entries > 0) {
            reads.push({ at: performance.now(), entries });
            report.last_run_at = now();
            report.backlog_entries = Math.max(0, (report.backlog_entries ?? 0) - entries);
            if (report.backlog_entries === 0) report.backlog_since = null;
          }
          if (failing === 0) recover();
        },
        onFailure({ error, binderId, retryMs }) {
          report.last_error = errorOf(error, binderId);
          report.next_run_at = Math.round(now() + retryMs);
          setFailing(report, true);
        },
        onPoll(backlog, failing) {
          if (failing === 0) recover();
          report.looked_at = now();
          report.backlog_entries = backlog.reduce((sum, { entries }) => sum + entries, 0);
          const times = backlog.map(({ since }) => since).filter((since) => since !== null);
          report.backlog_since = times.length === 0 ? null : Math.min(...times);
        },
      };
    },
    job(name) {
      const report = add(name, 'job');
      return {
        onSchedule(ms) {
          report.next_run_at = now() + ms;
        },
        onEnd(ms, error) {
          report.last_run_at = now();
          report.last_run_ms = Math.round(ms);
          if (error !== undefined) report.last_error = errorOf(error);
          setFailing(report, error !== undefined);
        },
      };
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return storing;
    },
  };
}

/** Omits credentials in URLs, and values that PostgreSQL quotes. */
export function messageOf(error: unknown): string {
  const { message, code, name }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
  const [line = ''] = message.split('\n');
  const isData = /^22...$/.test(code ?? '');
  const text = withoutCredentials(isData ? line.replace(/: ".*$/, '') : line);
  return (text || code || name).slice(0, MAX_MESSAGE_LENGTH);
}
