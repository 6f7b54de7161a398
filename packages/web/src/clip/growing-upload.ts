import { signal } from '@preact/signals';
import {
  endUpload,
  pauseForNetwork,
  type RingbinderClient,
  RingbinderError,
  UploadFailure,
  uploadRequests,
} from '@ringbinder/client';

export interface UploadPlace {
  binderId: string;
  id: string;
}

export interface GrowingBytes {
  readonly size: number;
  read(from: number, to: number): Promise<Blob>;
}

export interface GrowingUpload {
  readonly sent: { readonly value: number };
  /** Whether the last try came to nothing; it is tried again. */
  readonly isInterrupted: { readonly value: boolean };
  grown(): void;
  /**
   * Waits until the server has all of it, or as much as it takes, and gives where and how many bytes. Throws RingbinderError
   * when it takes none.
   */
  finish(): Promise<UploadPlace & { size: number }>;
  /** Ends it; what the server has stays there for a while. */
  stop(): void;
  /** Ends it, and has the server forget it. */
  discard(): Promise<void>;
}

interface GrowingUploadOptions {
  client: RingbinderClient;
  binderId: string;
  file: { name: string; mimeType: string };
  bytes: GrowingBytes;
  /** An upload of the same bytes that was begun before. */
  begun?: UploadPlace | undefined;
  onBegun(place: UploadPlace): void;
}

const MAX_PATCH_BYTES = 4 * 1024 ** 2;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** What the server says once and for all. 404 and 410 mean another upload; 409 and 423 another try. */
const FINAL = new Set([400, 403, 412, 413, 415]);

/**
 * Sends bytes while they grow, by the tus protocol with a length that is not told: whoever takes the upload says how much
 * of it counts. After a lost connection it goes on where the server stands; an upload that the server has forgotten is
 * begun again.
 */
export function startGrowingUpload(options: GrowingUploadOptions): GrowingUpload {
  const { client, bytes } = options;
  const { name, mimeType: type } = options.file;
  const sent = signal(0);
  const isInterrupted = signal(false);
  const stopped = new AbortController();
  let place = options.begun;
  // The creation is asked for again with the same key until it is answered.
  let key = crypto.randomUUID();
  /** Whether `sent` is what the server has. */
  let isSure = place === undefined;
  let failure: unknown;
  let wake = (): void => undefined;
  const settled = new Set<() => void>();
  const settle = () => {
    for (const each of settled) each();
  };

  async function begin(): Promise<void> {
    const { binderId } = options;
    const id = await uploadRequests(client, binderId).create({ name, type }, key, stopped.signal);
    key = crypto.randomUUID();
    place = { binderId, id };
    sent.value = 0;
    isSure = true;
    options.onBegun(place);
  }

  async function step(): Promise<void> {
    if (!place) return begin();
    const requests = uploadRequests(client, place.binderId);
    if (!isSure) {
      const position = await requests.position(place.id, stopped.signal);
      if (!position) {
        // Forgotten: all of it is still here.
        place = undefined;
        return;
      }
      sent.value = position.offset;
      isSure = true;
      return;
    }
    const to = Math.min(bytes.size, sent.value + MAX_PATCH_BYTES);
    const body = await bytes.read(sent.value, to);
    isSure = false;
    const chunk = { offset: sent.value, bytes: body };
    const { offset } = await requests.send(place.id, chunk, () => undefined, stopped.signal);
    sent.value = offset;
    isSure = true;
  }

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!stopped.signal.aborted) {
      if (isSure && place && sent.value >= bytes.size) {
        settle();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      try {
        await step();
        wait = FIRST_WAIT_MS;
        isInterrupted.value = false;
      } catch (cause) {
        if (stopped.signal.aborted) return;
        const error = cause instanceof UploadFailure ? cause.error : cause;
        const status = error instanceof RingbinderError ? error.status : 0;
        if (status === 404 || status === 410) {
          // Forgotten: all of it is still here.
          place = undefined;
        } else if (FINAL.has(status)) {
          failure = error;
          settle();
          return;
        }
        isInterrupted.value = true;
        isSure = place === undefined;
        await pauseForNetwork(wait, stopped.signal);
        wait = Math.min(MAX_WAIT_MS, wait * 2);
      }
    }
  }
  void run();

  return {
    sent,
    isInterrupted,
    grown: () => wake(),
    async finish() {
      wake();
      while (failure === undefined && !(place && isSure && sent.value >= bytes.size))
        await new Promise<void>((resolve) => settled.add(resolve));
      const isFull = failure instanceof RingbinderError && failure.status === 413 && sent.value > 0;
      if (failure !== undefined && !isFull) throw failure;
      if (!place) throw new Error('the upload has no place'); // not shown
      return { ...place, size: sent.value };
    },
    stop: () => {
      stopped.abort();
      wake();
    },
    async discard() {
      stopped.abort();
      wake();
      if (!place) return;
      // What is not heard of this expires by itself.
      await endUpload(client, place.binderId, place.id).catch(() => undefined);
    },
  };
}
