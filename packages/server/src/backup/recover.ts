import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  NotReadyYet,
  startEmbeddedPostgres,
} from '@ringbinder/embedded-postgres';
import { StartupError } from '../storage/startup-error.ts';
import { formatLsn, type Lsn } from './replication.ts';

export type RecoveryTarget = { lsn: Lsn } | { at: number } | undefined;

/** If the log ends before `target`, throws `gap`, or without `gap` recovers all of it. */
export async function recoverDatabase(
  directory: string,
  { target, gap }: { target: RecoveryTarget; gap: Error | undefined },
  signal: AbortSignal,
): Promise<EmbeddedPostgres> {
  await writeFile(join(directory, 'data/recovery.signal'), '', { mode: 0o600 });
  try {
    return await startRecovery(directory, target, signal);
  } catch (error) {
    const isPastEnd = /recovery ended before configured recovery target was reached/.test(
      (error as Error).message,
    );
    if (!isPastEnd) throw error;
    if (gap !== undefined) throw gap;
    // The log is complete and has no commit after the target, so recover all of it.
    return startRecovery(directory, undefined, signal);
  }
}

async function startRecovery(
  directory: string,
  target: RecoveryTarget,
  signal: AbortSignal,
): Promise<EmbeddedPostgres> {
  const settings = { ...recoverySettings(target), hot_standby: 'off' };
  for (;;) {
    try {
      return await startEmbeddedPostgres({ directory, settings, signal });
    } catch (error) {
      // The next attempt continues to wait for a long recovery.
      if (error instanceof NotReadyYet) continue;
      throw error instanceof EmbeddedPostgresError
        ? new StartupError(error.message, { cause: error })
        : error;
    }
  }
}

export async function prepareRecovery(data: string, target: RecoveryTarget): Promise<void> {
  // PostgreSQL allows only one target. If a setting has several lines, the last line counts.
  const settings = [...Object.entries(NO_TARGET), ...Object.entries(recoverySettings(target))];
  const lines = settings.map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(data, 'postgresql.auto.conf'), lines.join(''), { mode: 0o600 });
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
}

const NO_TARGET = { recovery_target_time: '', recovery_target_lsn: '' };

function recoverySettings(target: RecoveryTarget): Record<string, string> {
  return {
    // PostgreSQL requires this setting, although the whole log is in pg_wal.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...targetSettings(target),
  };
}

function targetSettings(target: RecoveryTarget): Record<string, string> {
  if (target === undefined) return {};
  if ('lsn' in target) return { recovery_target_lsn: formatLsn(target.lsn) };
  // PostgreSQL parses command-line options before it loads time-zone abbreviations such as Z.
  return { recovery_target_time: new Date(target.at).toISOString().replace('Z', '+00:00') };
}
