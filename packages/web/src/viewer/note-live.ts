import type { BinderContext } from '../binder/context.ts';
import type { NoteText } from './note-text.ts';

/** Unsaved text is saved sooner, so older text was lost. */
export const LIVE_EXPIRY_MS = 25_000;

/** The size of a frame's text is limited. */
export const MAX_LIVE_CHARS = 2_000;

/** The unsaved change of a saved text. `start` and `removed` count UTF-16 units. */
export interface TextChange {
  fileId: string;
  start: number;
  removed: number;
  text: string;
}

const isHigh = (unit = '') => /^[\ud800-\udbff]$/.test(unit);

export function changeBetween({ text: before, fileId }: NoteText, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  // A frame cannot contain half of a surrogate pair.
  if (isHigh(before[start - 1])) start--;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (tail > 0 && isHigh(before.at(-1 - tail))) tail--;
  const removed = before.length - start - tail;
  return { fileId, start, removed, text: after.slice(start, after.length - tail) };
}

export function withChange({ text, fileId }: NoteText, change: TextChange | undefined): string {
  if (change?.fileId !== fileId) return text;
  return text.slice(0, change.start) + change.text + text.slice(change.start + change.removed);
}

/** The tabs of a person share a connection, which does not return their own signals. */
export const liveTabs = ({ id, me }: BinderContext, pageId: number) =>
  new BroadcastChannel(`ringbinder-live-note:${me.id}:${id}:${pageId}`);

export function onLiveChange(
  binder: BinderContext,
  pageId: number,
  callback: (change: TextChange) => void,
): () => void {
  const receive = (data: LiveData) => {
    const { base_file_id: fileId, points: [start, removed] = [], text } = data;
    if (fileId === undefined || start === undefined || removed === undefined || text === undefined) return;
    callback({ fileId, start, removed, text });
  };
  const tabs = liveTabs(binder, pageId);
  tabs.onmessage = ({ data }) => receive(data as LiveData);
  const stop = binder.channel.onEphemeral(({ binder_id, kind, data }) => {
    if (binder_id === binder.id && kind === 'editing' && data.page_id === pageId) receive(data);
  });
  return () => {
    stop();
    tabs.close();
  };
}

interface LiveData {
  base_file_id?: string | undefined;
  points?: number[] | undefined;
  text?: string | undefined;
}
