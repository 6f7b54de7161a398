import { type ReadonlySignal, signal } from '@preact/signals';
import { RingbinderError } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { whenever } from '../binder/optimistic.ts';
import { refusalOf } from '../binder/refusal.ts';
import { pages as text } from '../strings/messages/pages.ts';
import { createTransfer, type FileTransfer } from './send-file.ts';
import { type Session, type StoredUpload, storedUploadsOf } from './stored-uploads.ts';

export type UploadState =
  | { status: 'waiting' }
  /** `part` ranges from 0 to 1. At 1, the server creates the pages. */
  | { status: 'sending'; part: number; isOffline: boolean }
  | { status: 'paused'; part: number }
  | { status: 'refused'; message: string };

export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly state: UploadState;
  readonly isStored: boolean;
}

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  add(files: readonly File[], done: OnUploaded): void;
  resumeStored(left: StoredUpload, done: OnUploaded, isPaused: boolean): void;
  pause(key: string): void;
  resume(key: string): void;
  remove(key: string): void;
  follow(state: BinderContext['state']): void;
}

type OnUploaded = (fileId: string, file: File) => void;

const AT_ONCE = 2;
const byBinder = new Map<string, Uploads>();

export function uploadsOf(session: Session, binderId: string): Uploads {
  const existing = byBinder.get(binderId);
  if (existing) return existing;
  const created = createUploads(session, binderId);
  byBinder.set(binderId, created);
  return created;
}

interface Job {
  file: File;
  transfer: FileTransfer;
  done: OnUploaded;
  abort?: AbortController;
}

function createUploads(session: Session, binderId: string): Uploads {
  return new BinderUploads(session, binderId);
}

class BinderUploads implements Uploads {
  readonly list = signal<readonly Upload[]>([]);
  readonly #session: Session;
  readonly #binderId: string;
  readonly #jobs = new Map<string, Job>();
  readonly #kept: ReturnType<typeof storedUploadsOf>;
  #state: BinderContext['state'] | undefined;

  constructor(session: Session, binderId: string) {
    this.#session = session;
    this.#binderId = binderId;
    this.#kept = storedUploadsOf(session);
  }

  add(files: readonly File[], done: OnUploaded): void {
    for (const file of files) {
      const upload = { key: crypto.randomUUID(), binderId: this.#binderId, file, addedAt: Date.now() };
      this.#create(upload, false, done);
    }
    this.#next();
  }

  resumeStored(left: StoredUpload, done: OnUploaded, isPaused: boolean): void {
    this.#create(left, true, done);
    if (isPaused) this.#change(left.key, { state: { status: 'paused', part: 0 } });
    this.#next();
  }

  pause(key: string): void {
    const state = this.#find(key)?.state;
    if (state?.status !== 'sending') return;
    this.#jobs.get(key)?.abort?.abort();
    this.#change(key, { state: { status: 'paused', part: state.part } });
    this.#next();
  }

  resume(key: string): void {
    const status = this.#find(key)?.state.status;
    if (status !== 'refused' && status !== 'paused') return;
    this.#change(key, { state: { status: 'waiting' } });
    this.#next();
  }

  remove(key: string): void {
    const job = this.#jobs.get(key);
    job?.abort?.abort();
    this.#drop(key);
    void job?.transfer.end();
    this.#next();
  }

  follow(state: BinderContext['state']): void {
    this.#state = state;
  }

  #find(key: string): Upload | undefined {
    return this.list.peek().find((each) => each.key === key);
  }

  #change(key: string, changed: Partial<Upload>): void {
    this.list.value = this.list.peek().map((each) => (each.key === key ? { ...each, ...changed } : each));
    this.#warn();
  }

  #drop(key: string): void {
    this.list.value = this.list.peek().filter((each) => each.key !== key);
    this.#jobs.delete(key);
    this.#warn();
  }

  #warn(): void {
    const isOnItsWay = ({ state: { status }, isStored }: Upload) =>
      !isStored && (status === 'waiting' || status === 'sending');
    warnBeforeLeaving(this.#binderId, this.list.peek().some(isOnItsWay));
  }

  #create(upload: StoredUpload, isStored: boolean, done: OnUploaded): void {
    const { key, file } = upload;
    const transfer = createTransfer(this.#session.client, this.#kept, upload, isStored);
    this.#jobs.set(key, { file, transfer, done });
    this.list.value = [...this.list.peek(), { key, file, isStored, state: { status: 'waiting' } }];
    transfer.stored.then((isSafe) => this.#change(key, { isStored: isSafe }));
    this.#warn();
  }

  #next(): void {
    const ofStatus = (expected: UploadState['status']) =>
      this.list.peek().filter(({ state: { status } }) => status === expected);
    const [waiting] = ofStatus('waiting');
    const job = waiting && this.#jobs.get(waiting.key);
    if (!job || ofStatus('sending').length >= AT_ONCE) return;
    void this.#send(waiting.key, job);
    this.#next();
  }

  async #send(key: string, job: Job): Promise<void> {
    const abort = new AbortController();
    job.abort = abort;
    const progress = { part: 0, isOffline: false };
    const show = (changed: Partial<typeof progress>) => {
      if (abort.signal.aborted) return;
      this.#change(key, { state: { status: 'sending', ...Object.assign(progress, changed) } });
    };
    show({});
    try {
      const fileId = await job.transfer.send({
        signal: abort.signal,
        onProgress: (part) => show({ part }),
        onWaiting: (isOffline) => show({ isOffline }),
      });
      void job.transfer.end();
      this.#finishWhenShown(key, job, fileId);
    } catch (error) {
      if (abort.signal.aborted) return;
      // Remove the stored upload, because the server would reject it again.
      await this.#kept.remove(key);
      this.#change(key, { state: { status: 'refused', message: explain(error) }, isStored: false });
      this.#next();
    }
  }

  /** Lists the upload until its pages appear, so that the layout does not jump. */
  #finishWhenShown(key: string, job: Job, fileId: string): void {
    const finish = () => {
      this.#drop(key);
      job.done(fileId, job.file);
      this.#next();
    };
    if (!this.#state) finish();
    else whenever(this.#state, (value) => value?.files.some(({ id }) => id === fileId) ?? true, finish);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof RingbinderError))
    return refusalOf(new RingbinderError('', { status: 0, code: '' })).message;
  const [field] = error.fields;
  const refusal = refusalOf(error, { 413: text.tooLarge });
  return error.status === 400 && field ? (refusal.fields[field.path] ?? refusal.message) : refusal.message;
}
