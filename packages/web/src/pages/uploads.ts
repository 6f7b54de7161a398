import { type ReadonlySignal, signal } from '@preact/signals';
import { RingbinderError } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { whenever } from '../binder/echoes.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import { storageName } from '../boot.ts';
import { pages as text } from '../strings/en/pages.ts';
import { claimUpload, type KeptUpload, keptUploads } from './kept-uploads.ts';
import { createTransfer, type FileTransfer } from './send-file.ts';

export type UploadState =
  | { status: 'waiting' }
  /** `part` is of 1; at 1 all is sent, and the server makes the pages. */
  | { status: 'sending'; part: number; isOffline: boolean }
  | { status: 'paused'; part: number }
  | { status: 'refused'; message: string };

/** A file on its way into a binder. Never changed in place. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly state: UploadState;
  /** It goes on at the next visit when the tab is closed. */
  readonly isKept: boolean;
}

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  /** Takes files, two of which are sent at a time. `done` is told of each that was taken. */
  add(files: readonly File[], done: Done): void;
  /** Goes on with what an earlier visit has left. */
  resumeStored(left: KeptUpload, tell: { begun(): void; done: Done }): Promise<void>;
  pause(key: string): void;
  /** Goes on with what was paused, and tries again what was refused. */
  resume(key: string): void;
  /** Cancels what is on its way, and takes away what was refused. */
  remove(key: string): void;
  /** From now on a file stays listed until its pages are shown. */
  follow(state: BinderContext['state']): void;
}

type Done = (fileId: string, file: File) => void;
type Session = Pick<BinderContext, 'client'> & { me: { id: string } };

const AT_ONCE = 2;
const byBinder = new Map<string, Uploads>();

export function uploadsOf(session: Session, binderId: string): Uploads {
  const known = byBinder.get(binderId);
  if (known) return known;
  const created = createUploads(session, binderId);
  byBinder.set(binderId, created);
  return created;
}

export function keptOf({ client, me }: Session) {
  const environment = client.baseUrl.includes('/sandbox/') ? 'sandbox' : 'production';
  return keptUploads(`${storageName({ environment })}:${me.id}:uploads`);
}

interface Job {
  file: File;
  transfer: FileTransfer;
  done: Done;
  abort?: AbortController;
}

function createUploads(session: Session, binderId: string): Uploads {
  const list = signal<readonly Upload[]>([]);
  const jobs = new Map<string, Job>();
  const kept = keptOf(session);
  let state: BinderContext['state'] | undefined;

  const find = (key: string) => list.peek().find((each) => each.key === key);
  const change = (key: string, changed: Partial<Upload>) => {
    list.value = list.peek().map((each) => (each.key === key ? { ...each, ...changed } : each));
    warn();
  };
  const drop = (key: string) => {
    list.value = list.peek().filter((each) => each.key !== key);
    jobs.delete(key);
    warn();
  };
  const warn = () => {
    const isOnItsWay = ({ state: { status }, isKept }: Upload) =>
      !isKept && (status === 'waiting' || status === 'sending');
    warnBeforeLeaving(binderId, list.peek().some(isOnItsWay));
  };

  function create(upload: KeptUpload, isKept: boolean, done: Done): void {
    const { key, file } = upload;
    const transfer = createTransfer(session.client, kept, upload, isKept);
    jobs.set(key, { file, transfer, done });
    list.value = [...list.peek(), { key, file, isKept, state: { status: 'waiting' } }];
    transfer.kept.then((isSafe) => change(key, { isKept: isSafe }));
    warn();
  }

  function next(): void {
    const isBusy = list.peek().filter(({ state: { status } }) => status === 'sending').length >= AT_ONCE;
    const waiting = list.peek().find((each) => each.state.status === 'waiting');
    const job = waiting && jobs.get(waiting.key);
    if (isBusy || !job) return;
    send(waiting.key, job);
    next();
  }

  async function send(key: string, job: Job): Promise<void> {
    const abort = new AbortController();
    job.abort = abort;
    const progress = { part: 0, isOffline: false };
    const tell = (changed: Partial<typeof progress>) => {
      if (abort.signal.aborted) return;
      change(key, { state: { status: 'sending', ...Object.assign(progress, changed) } });
    };
    tell({});
    try {
      const fileId = await job.transfer.send({
        signal: abort.signal,
        onProgress: (part) => tell({ part }),
        onWaiting: (isOffline) => tell({ isOffline }),
      });
      void job.transfer.end();
      const finish = () => {
        drop(key);
        job.done(fileId, job.file);
        next();
      };
      // It stays until its pages are there, so that nothing jumps.
      if (!state) finish();
      else whenever(state, (value) => value?.files.some(({ id }) => id === fileId) ?? true, finish);
    } catch (error) {
      if (abort.signal.aborted) return;
      // At the next visit it would be refused again.
      await kept.remove(key);
      change(key, { state: { status: 'refused', message: explain(error) }, isKept: false });
      next();
    }
  }

  return {
    list,
    add(files, done) {
      for (const file of files)
        create({ key: crypto.randomUUID(), binderId, file, addedAt: Date.now() }, false, done);
      next();
    },
    async resumeStored(left, { begun, done }) {
      // Held until the tab is closed: the key does not come again.
      const untilClosed = new AbortController().signal;
      if (find(left.key) || !(await claimUpload(left.key, untilClosed))) return;
      create(left, true, done);
      begun();
      next();
    },
    pause(key) {
      const held = find(key)?.state;
      if (held?.status !== 'sending') return;
      jobs.get(key)?.abort?.abort();
      change(key, { state: { status: 'paused', part: held.part } });
      next();
    },
    resume(key) {
      const status = find(key)?.state.status;
      if (status !== 'refused' && status !== 'paused') return;
      change(key, { state: { status: 'waiting' } });
      next();
    },
    remove(key) {
      const job = jobs.get(key);
      job?.abort?.abort();
      drop(key);
      void job?.transfer.end();
      next();
    },
    follow(of) {
      state = of;
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
