import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Lsn, parseLsn } from './replication.ts';
import { type BackupStore, DamagedBackup } from './store.ts';

/** A whole segment, or a piece of the last segment (`…/0000000000000003.00000000-0001a2b0`). */
export interface LogObject {
  key: string;
  segment: bigint;
  from: number;
  to: number;
}

export const LOG_FOLDER = 'wal/';
export const logFolder = (timeline: number) => `${LOG_FOLDER}${hex(timeline, 8)}/`;

const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0');

export function segmentKey(timeline: number, segment: bigint): string {
  return `${logFolder(timeline)}${hex(segment, 16)}`;
}

export function pieceKey(timeline: number, segment: bigint, from: number, to: number): string {
  return `${segmentKey(timeline, segment)}.${hex(from, 8)}-${hex(to, 8)}`;
}

export async function findLog(
  store: BackupStore,
  timeline: number,
  segmentBytes: number,
  first = 0n,
): Promise<Map<bigint, LogObject[]>> {
  const segments = new Map<bigint, LogObject[]>();
  for await (const page of store.place.list(logFolder(timeline)))
    for (const { key } of page) {
      const [, number = '', from = '0', to] =
        /\/([0-9a-f]{16})(?:\.([0-9a-f]{8})-([0-9a-f]{8}))?$/.exec(key) ?? [];
      if (number === '' || BigInt(`0x${number}`) < first) continue;
      const segment = BigInt(`0x${number}`);
      const range = {
        from: Number.parseInt(from, 16),
        to: to === undefined ? segmentBytes : Number.parseInt(to, 16),
      };
      segments.set(segment, [...(segments.get(segment) ?? []), { key, segment, ...range }]);
    }
  return segments;
}

export function coverOf(objects: readonly LogObject[]): { objects: LogObject[]; end: number } {
  const chosen: LogObject[] = [];
  let end = 0;
  for (;;) {
    const next = objects
      .filter(({ from, to }) => from <= end && to > end)
      .reduce<LogObject | undefined>((best, each) => (best && best.to >= each.to ? best : each), undefined);
    if (next === undefined) return { objects: chosen, end };
    chosen.push(next);
    end = next.to;
  }
}

export interface LogStatus {
  lsn: string;
  /** ISO 8601. All earlier commits are archived. */
  at: string;
}

const statusKey = (timeline: number) => `${logFolder(timeline)}status`;

export async function writeLogStatus(store: BackupStore, timeline: number, status: LogStatus): Promise<void> {
  await store.pack(statusKey(timeline), Buffer.from(JSON.stringify(status)));
}

export async function readLogStatus(store: BackupStore, timeline: number): Promise<LogStatus | undefined> {
  try {
    return JSON.parse((await store.unpack(statusKey(timeline))).toString());
  } catch (error) {
    if (error instanceof DamagedBackup && error.isMissing) return undefined;
    throw error;
  }
}

export function segmentFile(timeline: number, segment: bigint, segmentBytes: number): string {
  const inLogFile = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), segment / inLogFile, segment % inLogFile]
    .map((part) => hex(part, 8).toUpperCase())
    .join('');
}

export const segmentOf = (lsn: Lsn, segmentBytes: number) => lsn / BigInt(segmentBytes);

export async function restoreLog(
  store: BackupStore,
  { timeline, segmentBytes, start }: { timeline: number; segmentBytes: number; start: Lsn },
  directory: string,
): Promise<Lsn | undefined> {
  const first = segmentOf(start, segmentBytes);
  const segments = await findLog(store, timeline, segmentBytes, first);
  let end: Lsn | undefined;
  for (let segment = first; ; segment++) {
    const cover = coverOf(segments.get(segment) ?? []);
    const coveredTo = segment * BigInt(segmentBytes) + BigInt(cover.end);
    if (cover.end === 0 || coveredTo <= start) return end;
    const file = await open(join(directory, segmentFile(timeline, segment, segmentBytes)), 'w', 0o600);
    try {
      await file.truncate(segmentBytes);
      for (const { key, from, to } of cover.objects) {
        const bytes = await store.unpack(key);
        if (bytes.length !== to - from)
          throw new DamagedBackup(store.place, key, new Error('its length does not match its name'));
        await file.write(bytes, 0, bytes.length, from);
      }
    } finally {
      await file.close();
    }
    end = coveredTo;
    if (cover.end < segmentBytes) return end;
  }
}

export const statusLsn = ({ lsn }: LogStatus): Lsn => parseLsn(lsn);
