import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MediaSource, mediaSources } from '@ringbinder/protocol';
import type { EngineEvent } from '../messages.ts';
import { writeJournal } from '../recording/journal.ts';
import { type LivekitApi, type LivekitEgress, LivekitError } from './server-api.ts';

const MARKER = 'livekit.json';
const FINISH_MS = 40_000;
const POLL_INTERVAL_MS = 1_000;
const ACTIVE = new Set([undefined, 'EGRESS_STARTING', 'EGRESS_ACTIVE', 'EGRESS_ENDING']);
const FILE_NAME = /^\d{4,}-([a-z_]+)-([\w-]+)\.\w+$/;

/** This process and LiveKit Egress see the same folder under these paths. */
export interface RecordingFolders {
  ours: string;
  egress: string;
}

export interface EgressOptions {
  api: LivekitApi;
  folders: RecordingFolders;
  meet: string;
  room: string;
  folder: string;
  begunAt: number;
  emit(event: EngineEvent): void;
}

export interface EgressRecording {
  add(participant: string, source: MediaSource, trackSid: string): void;
  look(): void;
  stop(): Promise<void>;
}

export function recordByEgress({
  api,
  folders,
  folder,
  meet,
  room,
  begunAt,
  emit,
}: EgressOptions): EgressRecording {
  let count = 0;
  let wake: () => void = () => undefined;
  const failed = (error: unknown) =>
    emit({ type: 'recording_failed', meet, message: error instanceof Error ? error.message : String(error) });
  const marker = JSON.stringify({ room, begunAt });
  let starting: Promise<void> = writeFile(join(folder, MARKER), marker, { mode: 0o600 }).catch(failed);

  return {
    add(participant, source, trackSid) {
      count++;
      const name = `${String(count).padStart(4, '0')}-${source}-${participant}`;
      const path = join(egressFolderOf(folders, folder), name);
      starting = starting
        .then(() => api.startTrackEgress(room, trackSid, path))
        .then(() => undefined, failed);
    },
    look: () => wake(),
    async stop() {
      await starting;
      const waitForNews = () =>
        Promise.race([
          sleep(POLL_INTERVAL_MS),
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
      await finishEgress(api, folders, folder, failed, waitForNews).catch(failed);
    },
  };
}

export async function finishEgress(
  api: LivekitApi,
  folders: RecordingFolders,
  folder: string,
  failed: (error: unknown) => void,
  waitForNews: () => Promise<void> = () => sleep(POLL_INTERVAL_MS),
): Promise<void> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { room, begunAt } = JSON.parse(text) as { room: string; begunAt: number };
  const prefix = `${egressFolderOf(folders, folder)}/`;
  const own = async () => (await api.listEgress(room)).filter((egress) => pathOf(egress).startsWith(prefix));
  let all = await own();
  const until = performance.now() + FINISH_MS;
  while (all.some(isActive) && performance.now() < until) {
    // LiveKit cannot stop an egress that is still starting; the next round retries.
    for (const { egress_id } of all.filter(isActive))
      await api.stopEgress(egress_id).catch((error) => {
        if (!isUnstoppable(error)) failed(error);
      });
    await waitForNews();
    all = await own();
  }
  for (const egress of all) {
    if (isActive(egress)) failed(new Error('LiveKit has not finished a file in time'));
    else if (egress.error) failed(new Error(egress.error));
    await note(folder, begunAt, egress);
  }
  await rm(join(folder, MARKER), { force: true });
}

const isActive = ({ status }: LivekitEgress) => ACTIVE.has(status);
const pathOf = ({ track, file_results: results }: LivekitEgress) =>
  results?.[0]?.filename ?? track?.file?.filepath ?? '';
const isUnstoppable = (error: unknown) =>
  error instanceof LivekitError && ['failed_precondition', 'not_found'].includes(error.code);

async function note(folder: string, begunAt: number, egress: LivekitEgress): Promise<void> {
  const file = basename(pathOf(egress));
  const [, name, participantId = ''] = FILE_NAME.exec(file) ?? [];
  const source = mediaSources.find((each) => each === name);
  const startedAt = Number(egress.file_results?.[0]?.started_at ?? 0) / 1e9;
  if (source === undefined || startedAt === 0) return;
  const seconds = Math.max(0, startedAt - begunAt / 1_000);
  await writeJournal(folder, { type: 'begun', file, seconds, participantId, source });
}

function egressFolderOf({ ours, egress }: RecordingFolders, folder: string): string {
  return join(egress, relative(ours, folder));
}
