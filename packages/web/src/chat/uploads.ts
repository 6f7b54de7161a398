import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { errorOf, type MessageToSend, RingbinderError } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import type { Session, StoredMessage, StoredUpload } from '../pages/stored-uploads.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { sourceOfMessage } from './bbcode.ts';

export interface Upload {
  id: string;
  name: string;
  words: string;
  body: MessageToSend;
  picture?: string;
  /** From 0 to 1. */
  progress: number;
  state: { status: 'waiting' | 'sending' } | { status: 'refused'; reason: string };
}

export interface Uploads {
  readonly all: ReadonlySignal<readonly Upload[]>;
  add(file: File, kind: 'file' | 'audio', body?: MessageToSend): void;
  retry(id: string): void;
  cancel(id: string): void;
  /**
   * @param isLate is true if the server may no longer recognise a repeated message. The message is then sent
   * only if the user retries.
   */
  resumeStored(
    upload: StoredUpload,
    message: StoredMessage,
    forget: () => Promise<void>,
    isLate: boolean,
  ): void;
  follow(replica: BinderContext['replica']): () => void;
}

interface Job extends Upload {
  file: File;
  kind: 'file' | 'audio';
  abort: AbortController;
  isStored: boolean;
  forget: () => Promise<void>;
}

/** 0 means no response, and 401 an ended session. The message then stays stored for the next visit. */
const MAY_PASS = new Set([0, 401]);

export const loadSending = () => import('./sending.ts');

const byBinder = new Map<string, Uploads>();

export function uploadsOf({ client, id, me }: Session & { id: string }): Uploads {
  const uploads = byBinder.get(id) ?? createUploads({ client, me }, id);
  byBinder.set(id, uploads);
  return uploads;
}

function createUploads(session: Session, binderId: string): Uploads {
  const all = signal<readonly Job[]>([]);
  let isRunning = false;
  effect(() => {
    const isUnsafe = all.value.some(({ isStored }) => !isStored);
    warnBeforeLeaving(`chat ${binderId}`, isUnsafe);
  });

  const update = (id: string, change: Partial<Job>) => {
    all.value = all.peek().map((job) => (job.id === id ? { ...job, ...change } : job));
  };
  function remove(id: string | undefined): void {
    const job = all.peek().find((each) => each.id === id);
    if (!job) return;
    if (job.picture) URL.revokeObjectURL(job.picture);
    all.value = all.peek().filter((each) => each.id !== id);
    void job.forget();
  }

  function start(
    { key, file }: StoredUpload,
    { kind, body }: StoredMessage,
    copy: Pick<Job, 'isStored' | 'forget'> & Partial<Pick<Job, 'state'>>,
  ): void {
    const job: Job = {
      id: key,
      name: file.name,
      words: sourceOfMessage(body.message),
      ...(file.type.startsWith('image/') && { picture: URL.createObjectURL(file) }),
      progress: 0,
      state: { status: 'waiting' },
      file,
      kind,
      body,
      abort: new AbortController(),
      ...copy,
    };
    all.value = [...all.peek(), job];
    void run();
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = next(); job; job = next()) await send(job);
    isRunning = false;
  }
  const next = () => all.peek().find(({ state }) => state.status === 'waiting');

  async function send({ id, file, kind, body, abort, forget }: Job): Promise<void> {
    const show = (isWaiting: boolean) =>
      update(id, { state: { status: isWaiting ? 'waiting' : 'sending' }, progress: 0 });
    show(false);
    try {
      const { postWithFile } = await loadSending();
      await postWithFile(
        session.client,
        binderId,
        { body: { ...body, client_uuid: id }, [kind]: file },
        {
          idempotencyKey: id,
          signal: abort.signal,
          attempts: Number.POSITIVE_INFINITY,
          onWaiting: show,
          onProgress: (sent, total) => update(id, { progress: sent / total || 0 }),
        },
      );
      remove(id);
    } catch (error) {
      if (abort.signal.aborted) return;
      const refusal = error instanceof RingbinderError ? error : errorOf(0, undefined);
      update(id, { state: { status: 'refused', reason: refusalOf(refusal).message } });
      if (MAY_PASS.has(refusal.status)) return;
      // If the message stayed stored, the server would reject it again on the next visit.
      void forget().then(() => update(id, { isStored: false }));
    }
  }

  return {
    all,
    add(file, kind, body = { message: {} }) {
      const id = crypto.randomUUID();
      const ended = new AbortController();
      const message = { kind, body };
      const upload = { key: id, binderId, file, message, addedAt: Date.now() };
      const store = loadSending().then(({ storedUploadsOf }) => storedUploadsOf(session));
      const stored = store.then((opened) => opened.add(upload, ended.signal)).catch(() => false);
      const forget = async () => {
        if (await stored) await (await store).remove(id);
        ended.abort();
      };
      start(upload, message, { isStored: false, forget });
      void stored.then((isStored) => update(id, { isStored }));
    },
    resumeStored(upload, message, forget, isLate) {
      const late = { state: { status: 'refused', reason: text.pending.refused } } as const;
      start(upload, message, { isStored: true, forget, ...(isLate && late) });
    },
    retry(id) {
      update(id, { state: { status: 'waiting' } });
      void run();
    },
    cancel(id) {
      all
        .peek()
        .find((job) => job.id === id)
        ?.abort.abort();
      remove(id);
    },
    follow: (replica) =>
      replica.onChange((change) => {
        if (change.type !== 'entries') return;
        // The message may arrive before the upload's response.
        for (const { actor, body } of change.entries)
          if (actor.id === session.me.id) remove((body as { client_uuid?: string }).client_uuid);
      }),
  };
}
