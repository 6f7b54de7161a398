import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaSource } from '@ringbinder/protocol';

const NAME = 'journal.jsonl';

export interface TrackOwner {
  participantId: string;
  source: MediaSource;
}

export type JournalEntry =
  | ({ type: 'begun'; file: string; seconds: number } & TrackOwner)
  | { type: 'ended'; file: string; seconds: number };

export function writeJournal(folder: string, entry: JournalEntry): Promise<void> {
  return appendFile(join(folder, NAME), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

export async function readJournal(folder: string): Promise<JournalEntry[]> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalEntry);
}
