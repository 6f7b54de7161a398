import type { Config } from '../config/config.ts';
import { type BackupAddress, readBackupAddress } from '../storage/backup-address.ts';
import { StartupError } from '../storage/startup-error.ts';

const REPORT_EVERY_MS = 1_000;

export function backupAddressOf(
  option: string,
  text: string | undefined,
  { backupUrl }: Pick<Config, 'backupUrl'>,
): BackupAddress {
  try {
    const address = text ? readBackupAddress(text) : backupUrl;
    if (address !== undefined) return address;
  } catch (error) {
    throw new StartupError(`${option} ${(error as Error).message}`);
  }
  throw new StartupError(`${option} is missing: name a directory or s3://bucket/prefix, or set BACKUP_URL`);
}

export function progressLines() {
  let reportedAt = performance.now();
  return ({ phase, doneBytes, totalBytes }: { phase: string; doneBytes: number; totalBytes?: number }) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    const total = totalBytes === undefined ? '' : ` of ${bytesText(Math.max(totalBytes, doneBytes))}`;
    process.stdout.write(`${phase}: ${bytesText(doneBytes)}${total} …\n`);
  };
}

export function bytesText(bytes: number): string {
  return bytes < 1024 ** 3
    ? `${(bytes / 1024 ** 2).toFixed(1)} MiB`
    : `${(bytes / 1024 ** 3).toFixed(2)} GiB`;
}

export async function runBackupCommand(work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error & { code?: string; cause?: Error }) => {
    const { name, message, stack, code, cause } = error;
    const isUsage = code?.startsWith('ERR_PARSE_ARGS') ?? false;
    const isExpected =
      error instanceof StartupError || isUsage || name === 'FileStoreUnavailable' || name === 'AbortError';
    const reason = name === 'FileStoreUnavailable' && cause ? `: ${cause.message}` : '';
    process.stderr.write(`${isExpected ? `${message}${reason}` : stack}\n`);
    process.exitCode = 1;
  });
}
