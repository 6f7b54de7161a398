import { type ReadonlySignal, signal } from '@preact/signals';
import { errorOf, type MessageToSend, postWithFile, RingbinderError } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';

export interface Upload {
  id: string;
  name: string;
  words: string;
  picture?: string;
  /** How much was sent, from 0 to 1. */
  progress: number;
  state: { status: 'waiting' | 'sending' } | { status: 'refused'; reason: string };
}

export interface Uploads {
  readonly all: ReadonlySignal<readonly Upload[]>;
  add(file: File, kind: 'file' | 'audio', body?: MessageToSend): void;
  retry(id: string): void;
  /** Stops one that is under way, or forgets one that was refused. */
  cancel(id: string): void;
  /** Hears of the messages that come, as long as the chat is open. Gives what ends it. */
  follow(replica: BinderContext['replica']): () => void;
}

interface Job extends Upload {
  file: File;
  kind: 'file' | 'audio';
  body: MessageToSend;
  abort: AbortController;
  key: string;
}

const known = new Map<string, Uploads>();

/** The uploads to a binder: they go on, and what was refused stays, while something else is looked at. */
export function uploadsOf({ client, id, me }: Pick<BinderContext, 'client' | 'id' | 'me'>): Uploads {
  const uploads = known.get(id) ?? createUploads(client, id, me.id);
  known.set(id, uploads);
  return uploads;
}

/** Uploads one after the other, so that they stand in the order in which they were given. */
function createUploads(client: BinderContext['client'], binderId: string, userId: string): Uploads {
  const all = signal<readonly Job[]>([]);
  let isRunning = false;

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
        words: body.message.richtext ?? body.message.text ?? '',
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
        // The message may be in the list before the answer is there.
        for (const { actor, body } of change.entries)
          if (actor.id === userId) remove((body as { client_uuid?: string }).client_uuid);
      }),
  };
}
