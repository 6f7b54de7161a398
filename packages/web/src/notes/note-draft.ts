import type { BinderContext } from '../binder/context.ts';
import { storedValue, tabValue } from '../stored-value.ts';
import type { NoteText } from '../viewer/note-text.ts';

export interface NoteDraft {
  text: string;
  base: NoteText;
  /** The last text sent. The server may have saved it, even without a response. */
  sent?: string | undefined;
}

export interface DraftSlot {
  /** The text that a closed or crashed tab left. */
  readonly found: NoteDraft | undefined;
  write(draft: NoteDraft | undefined): void;
  close(): void;
}

const prefixOf = ({ id, me }: BinderContext, pageId: number) => `ringbinder-note:${me.id}:${id}:${pageId}:`;

/** Without locks, nobody could know whether the tab that wrote a shared draft is still open. */
const storageOf = () => (navigator.locks ? localStorage : sessionStorage);

/** Without locks, the drafts that this document has open. */
const open = new Set<string>();

/** Each editor has a draft of its own, so that two tabs never overwrite each other's text. */
export async function openDraft(binder: BinderContext, pageId: number): Promise<DraftSlot> {
  const prefix = prefixOf(binder, pageId);
  for (const key of keysOf(prefix)) {
    const close = await hold(key);
    if (!close) continue;
    const found = read(key);
    if (found) return { ...slotOf(key), found, close };
    close();
  }
  const key = prefix + crypto.randomUUID();
  const close = (await hold(key)) ?? (() => undefined);
  // The previous release stored the draft in the tab.
  const old = tabValue(`note ${binder.id} ${pageId}`);
  const found = asDraft(old.read());
  if (found) slotOf(key).write(found);
  old.write(undefined);
  return { ...slotOf(key), found, close };
}

/** Calls back once a stored draft belongs to no open editor. */
export function onLeftDraft(binder: BinderContext, pageId: number, callback: () => void): () => void {
  const stop = new AbortController();
  const check = (key: string) => {
    if (!stop.signal.aborted && read(key)) callback();
  };
  for (const key of keysOf(prefixOf(binder, pageId))) {
    if (!navigator.locks) {
      if (!open.has(key)) check(key);
    } else navigator.locks.request(key, { signal: stop.signal }, () => check(key)).catch(() => undefined);
  }
  return () => stop.abort();
}

const slotOf = (key: string) => ({
  write: (draft: NoteDraft | undefined) => storedValue(key, storageOf).write(draft),
});

const read = (key: string) => asDraft(storedValue(key, storageOf).read());

function asDraft(value: unknown): NoteDraft | undefined {
  const stored = value as NoteDraft | undefined;
  const isDraft = typeof stored?.text === 'string' && typeof stored.base?.text === 'string';
  return isDraft ? stored : undefined;
}

function keysOf(prefix: string): string[] {
  try {
    const storage = storageOf();
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Returns a function that lets the draft go, or undefined if another editor has it open. */
function hold(key: string): Promise<(() => void) | undefined> {
  if (!navigator.locks) {
    if (open.has(key)) return Promise.resolve(undefined);
    open.add(key);
    return Promise.resolve(() => void open.delete(key));
  }
  return new Promise((resolve) => {
    navigator.locks
      .request(key, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(undefined));
  });
}
