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
  readonly isInterrupted: { readonly value: boolean };
  grown(): void;
  /** Resolves when the server has all bytes, or as many as its limit allows. Throws RingbinderError. */
  finish(): Promise<UploadPlace & { size: number }>;
  /** The server keeps the received bytes for a while. */
  stop(): void;
  discard(): Promise<void>;
}

interface GrowingUploadOptions {
  client: RingbinderClient;
  binderId: string;
  file: { name: string; mimeType: string };
  bytes: GrowingBytes;
  /** An earlier upload of the same bytes, to resume. */
  begun?: UploadPlace | undefined;
  onBegun(place: UploadPlace): void;
}

const MAX_PATCH_BYTES = 4 * 1024 ** 2;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** HTTP statuses that neither a retry nor a restart can resolve. */
const FINAL = new Set([400, 403, 412, 413, 415]);

/** Uses tus. Restarts the upload if the server has lost it. */
export function startGrowingUpload(options: GrowingUploadOptions): GrowingUpload {
  const upload = new TusUpload(options);
  upload.begin();
  return upload;
}

class TusUpload implements GrowingUpload {
  readonly sent = signal(0);
  readonly isInterrupted = signal(false);
  readonly #options: GrowingUploadOptions;
  readonly #stopped = new AbortController();
  readonly #settled = new Set<() => void>();
  #place: UploadPlace | undefined;
  #key = crypto.randomUUID();
  #isSure: boolean;
  #failure: unknown;
  #ended: Promise<void> | undefined;
  #wake = (): void => undefined;

  constructor(options: GrowingUploadOptions) {
    this.#options = options;
    this.#place = options.begun;
    this.#isSure = options.begun === undefined;
  }

  grown(): void {
    this.#wake();
  }

  async finish(): Promise<UploadPlace & { size: number }> {
    this.#wake();
    while (this.#failure === undefined && !this.#isComplete())
      await new Promise<void>((resolve) => this.#settled.add(resolve));
    const failure = this.#failure;
    const isFull = failure instanceof RingbinderError && failure.status === 413 && this.sent.value > 0;
    if (failure !== undefined && !isFull) throw failure;
    if (!this.#place) throw new Error('the upload has not started'); // not shown
    return { ...this.#place, size: this.sent.value };
  }

  stop(): void {
    this.#stopped.abort();
    this.#wake();
  }

  async discard(): Promise<void> {
    this.stop();
    await this.#ended;
    if (!this.#place) return;
    // The server also deletes an upload that expires.
    const { binderId, id } = this.#place;
    await endUpload(this.#options.client, binderId, id).catch(() => undefined);
  }

  begin(): void {
    this.#ended = this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      if (this.#isComplete()) {
        this.#settle();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      try {
        await this.#step();
        wait = FIRST_WAIT_MS;
        this.isInterrupted.value = false;
      } catch (cause) {
        if (signal.aborted || this.#isFinal(cause)) return;
        this.isInterrupted.value = true;
        this.#isSure = this.#place === undefined;
        await pauseForNetwork(wait, signal);
        wait = Math.min(MAX_WAIT_MS, wait * 2);
      }
    }
  }

  #isComplete(): boolean {
    return this.#isSure && this.#place !== undefined && this.sent.value >= this.#options.bytes.size;
  }

  #settle(): void {
    for (const each of this.#settled) each();
  }

  #step(): Promise<void> {
    if (!this.#place) return this.#create();
    return this.#isSure ? this.#sendPart(this.#place) : this.#findPosition(this.#place);
  }

  /** `discard` needs the id of the upload, so `stop` does not end this request. */
  async #create(): Promise<void> {
    const { client, binderId, file, onBegun } = this.#options;
    const metadata = { name: file.name, type: file.mimeType };
    const requests = uploadRequests(client, binderId);
    const id = await requests.create(metadata, this.#key);
    this.#key = crypto.randomUUID();
    this.#place = { binderId, id };
    this.sent.value = 0;
    this.#isSure = true;
    onBegun(this.#place);
  }

  async #findPosition({ binderId, id }: UploadPlace): Promise<void> {
    const requests = uploadRequests(this.#options.client, binderId);
    const position = await requests.position(id, this.#stopped.signal);
    if (!position) {
      this.#place = undefined;
      return;
    }
    this.sent.value = position.offset;
    this.#isSure = true;
  }

  async #sendPart({ binderId, id }: UploadPlace): Promise<void> {
    const { client, bytes } = this.#options;
    const from = this.sent.value;
    const part = await bytes.read(from, Math.min(bytes.size, from + MAX_PATCH_BYTES));
    this.#isSure = false;
    const chunk = { offset: from, bytes: part };
    const requests = uploadRequests(client, binderId);
    const { offset } = await requests.send(id, chunk, () => undefined, this.#stopped.signal);
    this.sent.value = offset;
    this.#isSure = true;
  }

  #isFinal(cause: unknown): boolean {
    const error = cause instanceof UploadFailure ? cause.error : cause;
    const status = error instanceof RingbinderError ? error.status : 0;
    if (status === 404 || status === 410) this.#place = undefined;
    if (!FINAL.has(status)) return false;
    this.#failure = error;
    this.#settle();
    return true;
  }
}
