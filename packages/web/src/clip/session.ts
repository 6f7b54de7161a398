import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { uploadRequests } from '@ringbinder/client';
import { stopCapture } from './capture.ts';
import type { ClipChoice, ClipContext } from './context.ts';
import { type Live, openLive, type SharedDisplay } from './live.ts';
import { findUnsavedRecordings, type UnsavedRecording, untilReleased } from './notes.ts';
import { CaptureProblem } from './problems.ts';
import { BIT_RATES } from './recorder.ts';
import { discardUnsaved, type Recorded, resumeRecording } from './recording-upload.ts';
import { type RunningRecording, startRecording } from './running.ts';
import { type SaveChoice, type SavedClip, saveRecording } from './save.ts';

export type EndReason = 'limit' | 'source' | 'failure';

export type ClipState =
  | { step: 'setup'; problem?: CaptureProblem }
  | { step: 'starting' }
  | { step: 'counting'; live: Live; secondsLeft: number }
  | { step: 'recording'; live: Live; isPaused: boolean }
  | { step: 'ending' }
  | { step: 'review'; recorded: Recorded; ending?: EndReason }
  | { step: 'saved'; saved: SavedClip };

export interface ClipSession {
  readonly state: ReadonlySignal<ClipState>;
  readonly choice: Signal<ClipChoice>;
  readonly seconds: ReadonlySignal<number>;
  /** From 0 to 1. */
  readonly level: ReadonlySignal<number>;
  readonly limit: ReadonlySignal<number>;
  readonly isInterrupted: ReadonlySignal<boolean>;
  readonly isStored: ReadonlySignal<boolean>;
  readonly unsaved: ReadonlySignal<readonly UnsavedRecording[]>;
  start(page?: HTMLImageElement): Promise<void>;
  skipCountdown(): void;
  togglePause(): void;
  stop(): Promise<void>;
  discard(): Promise<void>;
  resumeRecording(recording: UnsavedRecording): void;
  discardUnsaved(recording: UnsavedRecording): Promise<void>;
  save(choice: SaveChoice): Promise<void>;
  /** Clip offers an unsaved recording on the next visit. */
  close(): void;
}

const COUNT_FROM = 3;

export function createClipSession(context: ClipContext): ClipSession {
  return new ContextSession(context);
}

class ContextSession implements ClipSession {
  readonly state = signal<ClipState>({ step: 'setup' });
  readonly choice: Signal<ClipChoice>;
  readonly seconds = signal(0);
  readonly level = signal(0);
  readonly unsaved = signal<readonly UnsavedRecording[]>([]);
  readonly isStored = signal(true);
  readonly limit: ReadonlySignal<number>;
  readonly isInterrupted: ReadonlySignal<boolean>;
  readonly #context: ClipContext;
  readonly #largest = signal<number | undefined>(undefined);
  readonly #upload = signal<Recorded['upload'] | undefined>(undefined);
  readonly #display: SharedDisplay = {};
  readonly #closing = new AbortController();
  #countdown: ReturnType<typeof setInterval> | undefined;
  #running: RunningRecording | undefined;

  constructor(context: ClipContext) {
    this.#context = context;
    this.choice = signal<ClipChoice>({
      source: context.firstPage === undefined ? 'display' : 'pages',
      hasMicrophone: true,
      hasBubble: context.hasBubble ?? false,
    });
    this.limit = computed(() => limitSeconds(this.#largest.value, this.choice.value.source !== 'voice'));
    this.isInterrupted = computed(() => this.#upload.value?.isInterrupted.value ?? false);
    void this.#findUnsaved();
    uploadRequests(context.client, context.binderId)
      .maxBytes()
      .then(
        (bytes) => {
          this.#largest.value = bytes;
        },
        () => undefined, // the default limit is close enough
      );
  }

  async start(page?: HTMLImageElement): Promise<void> {
    this.state.value = { step: 'starting' };
    this.seconds.value = 0;
    try {
      const live = await openLive(this.choice.peek(), this.#display, page);
      if (this.state.peek().step !== 'starting') {
        live.close();
        return;
      }
      live.onFrame = () => this.#showLevel(live);
      live.onEnded = () => void this.discard();
      this.#count(live, COUNT_FROM);
    } catch (error) {
      if (!(error instanceof CaptureProblem)) throw error;
      if (this.state.peek().step === 'starting') this.state.value = { step: 'setup', problem: error };
    }
  }

  skipCountdown(): void {
    const { value } = this.state;
    if (value.step === 'counting') void this.#record(value.live);
  }

  togglePause(): void {
    const { value } = this.state;
    if (value.step !== 'recording') return;
    if (value.isPaused) this.#running?.resume();
    else this.#running?.pause();
    this.state.value = { ...value, isPaused: !value.isPaused };
  }

  stop(): Promise<void> {
    return this.#end();
  }

  async discard(): Promise<void> {
    clearInterval(this.#countdown);
    const { value } = this.state;
    if (value.step === 'counting') value.live.close();
    if (value.step === 'recording') await this.#end();
    const ended = this.state.peek();
    this.state.value = { step: 'setup' };
    removeEventListener('beforeunload', confirmLeaving);
    this.#upload.value = undefined;
    if (ended.step === 'review') {
      void ended.recorded.upload.discard();
      await ended.recorded.remove();
    }
    await this.#findUnsaved();
  }

  resumeRecording(recording: UnsavedRecording): void {
    const recorded = resumeRecording(this.#context, recording);
    this.#upload.value = recorded.upload;
    addEventListener('beforeunload', confirmLeaving);
    this.state.value = { step: 'review', recorded };
  }

  async discardUnsaved(recording: UnsavedRecording): Promise<void> {
    this.unsaved.value = this.unsaved.peek().filter(({ name }) => name !== recording.name);
    await discardUnsaved(this.#context, recording);
  }

  async save(choice: SaveChoice): Promise<void> {
    const { value } = this.state;
    if (value.step !== 'review') return;
    const saved = await saveRecording(this.#context, value.recorded, choice);
    removeEventListener('beforeunload', confirmLeaving);
    value.recorded.upload.stop();
    await value.recorded.remove();
    this.#upload.value = undefined;
    this.state.value = { step: 'saved', saved };
    const { binderId, downloadUrl, shareUrl } = saved;
    this.#context.emit('save_note', {
      destination_binder_id: binderId,
      download_url: downloadUrl,
      share_url: shareUrl,
    });
  }

  close(): void {
    this.#closing.abort();
    clearInterval(this.#countdown);
    removeEventListener('beforeunload', confirmLeaving);
    stopCapture(this.#display.stream);
    const { value } = this.state;
    if (value.step === 'counting' || value.step === 'recording') value.live.close();
    if (value.step === 'recording') void this.#running?.finish().then(({ release }) => release());
    if (value.step === 'review') value.recorded.release();
    this.#upload.value?.stop();
    if (value.step !== 'saved') this.#context.emit('cancel_note', { session_id: this.#context.sessionId });
    this.state.value = { step: 'setup' };
  }

  async #findUnsaved(): Promise<void> {
    const { signal } = this.#closing;
    const recordings = await findUnsavedRecordings(this.#context.me.id);
    if (signal.aborted) return;
    this.unsaved.value = recordings.unsaved;
    for (const name of recordings.locked) void untilReleased(name, signal).then(() => this.#findUnsaved());
  }

  #showLevel(live: Live): void {
    this.level.value = Math.round(live.mixer.level() * 20) / 20;
  }

  #count(live: Live, from: number): void {
    this.state.value = { step: 'counting', live, secondsLeft: from };
    this.#countdown = setInterval(() => {
      const { value } = this.state;
      if (value.step !== 'counting') return;
      if (value.secondsLeft > 1) this.state.value = { ...value, secondsLeft: value.secondsLeft - 1 };
      else void this.#record(live);
    }, 1000);
  }

  async #record(live: Live): Promise<void> {
    clearInterval(this.#countdown);
    const starting: ClipState = { step: 'starting' };
    this.state.value = starting;
    let begun: RunningRecording;
    try {
      const { source } = this.choice.peek();
      begun = await startRecording(this.#context, live, source, () => void this.#end('failure'));
    } catch (error) {
      live.close();
      if (!(error instanceof CaptureProblem)) throw error;
      if (this.state.peek() === starting) this.state.value = { step: 'setup', problem: error };
      return;
    }
    // The source ended, or Clip was closed, while the recorder was starting.
    if (this.state.peek() !== starting) {
      const { upload, remove } = await begun.finish();
      void upload.discard();
      await remove();
      return;
    }
    this.#follow(begun, live);
    addEventListener('beforeunload', confirmLeaving);
    this.state.value = { step: 'recording', live, isPaused: false };
    const { sessionId } = this.#context;
    this.#context.emit('start_note', { session_key: begun.name, session_id: sessionId });
  }

  #follow(running: RunningRecording, live: Live): void {
    this.#running = running;
    this.#upload.value = running.upload;
    live.onFrame = () => {
      running.onFrame();
      this.#showLevel(live);
      this.seconds.value = Math.floor(running.seconds());
      this.isStored.value = running.isStored();
      const isFull = running.expectedSize() > (this.#largest.peek() ?? Number.POSITIVE_INFINITY);
      if (running.seconds() >= this.limit.peek() || isFull) void this.#end('limit');
    };
    live.onEnded = () => void this.#end('source');
  }

  async #end(ending?: EndReason): Promise<void> {
    const ended = this.#running;
    this.#running = undefined;
    if (!ended) return;
    this.state.value = { step: 'ending' };
    const recorded = await ended.finish();
    this.state.value = { step: 'review', recorded, ...(ending && { ending }) };
  }
}

const confirmLeaving = (event: Event) => event.preventDefault();

const MOST_SECONDS = 30 * 60;
const DEFAULT_BYTES = 200 * 1024 ** 2;
/** Encoders meet the bit rate only on average. */
const ROOM = 0.85;

function limitSeconds(largestBytes: number | undefined, hasPicture: boolean): number {
  const bits = BIT_RATES.audio + (hasPicture ? BIT_RATES.video : 0);
  const seconds = Math.min(MOST_SECONDS, Math.floor((((largestBytes ?? DEFAULT_BYTES) * 8) / bits) * ROOM));
  return seconds < 120 ? Math.max(5, seconds) : Math.floor(seconds / 60) * 60;
}
