import { type ReadonlySignal, signal } from '@preact/signals';
import { RingbinderError, uploadFile } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { whenever } from '../binder/echoes.ts';
import { refusalOf } from '../binder/refusal.ts';
import { pages as text } from '../strings/en/pages.ts';

/** How far a file has come. */
export type UploadState =
  | { status: 'waiting' }
  /** `part` is of 1; at 1 all is sent, and the server makes the pages. */
  | { status: 'sending'; part: number }
  | { status: 'refused'; message: string };

/** A file on its way into a binder. Never changed in place. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly state: UploadState;
}

/** The files on their way into one binder; they go on when another part of the app is shown. */
export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  /** Takes files, two of which are sent at a time. `done` is told of each that was taken. */
  add(files: readonly File[], done: (fileId: string, file: File) => void): void;
  retry(key: string): void;
  /** Cancels what is on its way, and takes away what was refused. */
  remove(key: string): void;
}

const AT_ONCE = 2;
const byBinder = new Map<string, Uploads>();

/** The uploads of a binder. */
export function uploadsOf(binder: BinderContext): Uploads {
  const known = byBinder.get(binder.id);
  if (known) return known;
  const created = createUploads(binder);
  byBinder.set(binder.id, created);
  return created;
}

function createUploads({ id: binderId, client, state }: BinderContext): Uploads {
  const list = signal<readonly Upload[]>([]);
  const aborts = new Map<string, AbortController>();
  const listeners = new Map<string, (fileId: string, file: File) => void>();

  const find = (key: string) => list.peek().find((each) => each.key === key);
  const set = (key: string, changed: UploadState) => {
    list.value = list.peek().map((each) => (each.key === key ? { ...each, state: changed } : each));
  };
  const drop = (key: string) => {
    list.value = list.peek().filter((each) => each.key !== key);
    listeners.delete(key);
  };

  function next(): void {
    const isBusy = list.peek().filter(({ state: { status } }) => status === 'sending').length >= AT_ONCE;
    const waiting = list.peek().find((each) => each.state.status === 'waiting');
    warnBeforeLeaving(list.peek().some((each) => each.state.status !== 'refused'));
    if (isBusy || !waiting) return;
    send(waiting);
    next();
  }

  async function send({ key, file }: Upload): Promise<void> {
    const abort = new AbortController();
    aborts.set(key, abort);
    set(key, { status: 'sending', part: 0 });
    try {
      const { file_id } = await uploadFile(client, binderId, file, {
        signal: abort.signal,
        // Sent again after a lost answer it is stored once.
        idempotencyKey: key,
        onProgress: (sent, total) => set(key, { status: 'sending', part: total === 0 ? 1 : sent / total }),
      });
      const done = listeners.get(key);
      // It stays until its pages are there, so that nothing jumps.
      const isThere = (value: typeof state.value) => value?.files.some(({ id }) => id === file_id) ?? true;
      whenever(state, isThere, () => {
        drop(key);
        done?.(file_id, file);
        next();
      });
    } catch (error) {
      if (abort.signal.aborted) drop(key);
      else set(key, { status: 'refused', message: explain(error) });
      next();
    } finally {
      aborts.delete(key);
    }
  }

  return {
    list,
    add(files, done) {
      const added = files.map(
        (file): Upload => ({ key: crypto.randomUUID(), file, state: { status: 'waiting' } }),
      );
      for (const { key } of added) listeners.set(key, done);
      list.value = [...list.peek(), ...added];
      next();
    },
    retry(key) {
      if (find(key)?.state.status !== 'refused') return;
      set(key, { status: 'waiting' });
      next();
    },
    remove(key) {
      const abort = aborts.get(key);
      if (abort) abort.abort();
      else drop(key);
      next();
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof RingbinderError))
    return refusalOf(new RingbinderError('', { status: 0, code: '' })).message;
  const [field] = error.fields;
  const refusal = refusalOf(error, { 413: text.tooLarge });
  return error.status === 400 && field ? (refusal.fields[field.path] ?? refusal.message) : refusal.message;
}

const ask = (event: Event) => event.preventDefault();

/** The browser asks before the page is left while something is on its way. */
function warnBeforeLeaving(isBusy: boolean): void {
  if (isBusy) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
