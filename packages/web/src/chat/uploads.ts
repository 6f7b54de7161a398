import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { errorOf, type MessageToSend, postWithFile, RingbinderError } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
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
  /** Removes an upload when its message arrives. */
  follow(replica: BinderContext['replica']): () => void;
}

interface Job extends Upload {
  file: File;
  kind: 'file' | 'audio';
  abort: AbortController;
  key: string;
}

const byBinder = new Map<string, Uploads>();

export function uploadsOf({ client, id, me }: Pick<BinderContext, 'client' | 'id' | 'me'>): Uploads {
  const uploads = byBinder.get(id) ?? createUploads(client, id, me.id);
  byBinder.set(id, uploads);
  return uploads;
}

/** Uploads one file at a time, to preserve their order. */
function createUploads(client: BinderContext['client'], binderId: string, userId: string): Uploads {
  const all = signal<readonly Job[]>([]);
  let isRunning = false;
  effect(() => warnBeforeLeaving(`chat ${binderId}`, all.value.length > 0));

  const update = (id: string, change: Partial<Job>) => {
    all.value = all.peek().map((job) => (job.id === id ? { ...job, ...change } : job));
  };
  function remove(id: string | undefined): void {
    const job = all.peek().find((each) => each.id === id);
    if (job?.picture) URL.revokeObjectURL(job.picture);
    all.value = all.peek().filter((each) => each.id !== id);
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = next(); job; job = next()) await send(job);
    isRunning = false;
  }
  const next = () => all.peek().find(({ state }) => state.status === 'waiting');

  async function send({ id, file, kind, body, key, abort }: Job): Promise<void> {
    update(id, { state: { status: 'sending' }, progress: 0 });
    try {
      await postWithFile(
        client,
        binderId,
        { body: { ...body, client_uuid: id }, [kind]: file },
        {
          idempotencyKey: key,
          signal: abort.signal,
          onProgress: (sent, total) => update(id, { progress: sent / total || 0 }),
        },
      );
      remove(id);
    } catch (error) {
      if (abort.signal.aborted) return;
      const { message: reason } = refusalOf(error instanceof RingbinderError ? error : errorOf(0, undefined));
      update(id, { state: { status: 'refused', reason } });
    }
  }

  return {
    all,
    add(file, kind, body = { message: {} }) {
      const job: Job = {
        id: crypto.randomUUID(),
        name: file.name,
        words: sourceOfMessage(body.message),
        ...(file.type.startsWith('image/') && { picture: URL.createObjectURL(file) }),
        progress: 0,
        state: { status: 'waiting' },
        file,
        kind,
        body,
        abort: new AbortController(),
        key: crypto.randomUUID(),
      };
      all.value = [...all.peek(), job];
      void run();
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
          if (actor.id === userId) remove((body as { client_uuid?: string }).client_uuid);
      }),
  };
}
