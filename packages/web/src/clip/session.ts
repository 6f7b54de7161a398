import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { uploadRequests } from '@ringbinder/client';
import { stopCapture } from './capture.ts';
import type { ClipChoice, ClipContext } from './context.ts';
import { type HeldDisplay, type Live, openLive } from './live.ts';
import { findUnsavedRecordings, type UnsavedRecording, untilReleased } from './notes.ts';
import { CaptureProblem } from './problems.ts';
import { discardLeft, type Recorded, takeUp } from './recorded.ts';
import { BIT_RATES } from './recorder.ts';
import { type RunningRecording, startRecording } from './running.ts';
import { type SaveChoice, type SavedClip, saveRecording } from './save.ts';

export type EndReason = 'limit' | 'source' | 'failure';

export type ClipState =
  | { step: 'setup'; problem?: CaptureProblem }
  | { step: 'starting' }
  | { step: 'counting'; live: Live; left: number }
  | { step: 'recording'; live: Live; isPaused: boolean }
  | { step: 'ending' }
  | { step: 'review'; recorded: Recorded; ending?: EndReason }
  | { step: 'saved'; saved: SavedClip };

export interface ClipSession {
  readonly state: ReadonlySignal<ClipState>;
  readonly choice: Signal<ClipChoice>;
  /** Whole seconds that were recorded. */
  readonly seconds: ReadonlySignal<number>;
  /** How loud it is, from 0 to 1. */
  readonly level: ReadonlySignal<number>;
  readonly limit: ReadonlySignal<number>;
  /** The upload is waiting for a connection. */
  readonly isInterrupted: ReadonlySignal<boolean>;
  /** Whether what is recorded would outlive this tab. */
  readonly isKept: ReadonlySignal<boolean>;
  readonly left: ReadonlySignal<readonly UnsavedRecording[]>;
  /** Turns on what is chosen, counts down, and records. @param page the page to begin with, where pages are recorded */
  start(page?: HTMLImageElement): Promise<void>;
  skipCountdown(): void;
  togglePause(): void;
  stop(): Promise<void>;
  /** Ends the countdown or the recording, and throws away what was recorded. */
  discard(): Promise<void>;
  takeUp(left: UnsavedRecording): void;
  discardLeft(left: UnsavedRecording): Promise<void>;
  save(choice: SaveChoice): Promise<void>;
  /** Turns everything off. What was recorded and not saved is offered at the next visit. */
  close(): void;
}

const COUNT_FROM = 3;

export function createClipSession(context: ClipContext): ClipSession {
  const state = signal<ClipState>({ step: 'setup' });
  const choice = signal<ClipChoice>({
    source: context.firstPage === undefined ? 'display' : 'pages',
    hasMicrophone: true,
    hasBubble: context.hasBubble ?? false,
  });
  const seconds = signal(0);
  const level = signal(0);
  const largest = signal<number | undefined>(undefined);
  const left = signal<readonly UnsavedRecording[]>([]);
  const isKept = signal(true);
  const upload = signal<Recorded['upload'] | undefined>(undefined);
  const held: HeldDisplay = {};
  let counting: ReturnType<typeof setInterval> | undefined;
  let running: RunningRecording | undefined;

  const limit = computed(() => limitSeconds(largest.value, choice.value.source !== 'voice'));
  const closing = new AbortController();
  const findLeft = async (): Promise<void> => {
    const found = await findUnsavedRecordings(context.me.id);
    if (closing.signal.aborted) return;
    left.value = found.left;
    // The tab that has one may be about to go.
    for (const name of found.held) void untilReleased(name, closing.signal).then(findLeft);
  };
  void findLeft();
  const uploads = uploadRequests(context.client, context.binderId);
  uploads.maxBytes().then(
    (bytes) => {
      largest.value = bytes;
    },
    () => undefined, // the default is not far from it
  );

  async function start(page?: HTMLImageElement): Promise<void> {
    state.value = { step: 'starting' };
    seconds.value = 0;
    try {
      const live = await openLive(choice.peek(), held, page);
      if (state.peek().step !== 'starting') {
        live.close();
        return;
      }
      live.onFrame = () => {
        level.value = Math.round(live.mixer.level() * 20) / 20;
      };
      live.onEnded = () => void discard();
      count(live, COUNT_FROM);
    } catch (error) {
      if (!(error instanceof CaptureProblem)) throw error;
      if (state.peek().step === 'starting') state.value = { step: 'setup', problem: error };
    }
  }

  function count(live: Live, from: number): void {
    state.value = { step: 'counting', live, left: from };
    counting = setInterval(() => {
      const { value } = state;
      if (value.step !== 'counting') return;
      if (value.left > 1) state.value = { ...value, left: value.left - 1 };
      else void record(live);
    }, 1000);
  }

  async function record(live: Live): Promise<void> {
    clearInterval(counting);
    state.value = { step: 'starting' };
    let begun: RunningRecording;
    try {
      begun = await startRecording(context, live, choice.peek().source, () => void end('failure'));
    } catch (error) {
      live.close();
      if (!(error instanceof CaptureProblem)) throw error;
      state.value = { step: 'setup', problem: error };
      return;
    }
    // It was closed while the recorder began.
    if (closing.signal.aborted) {
      begun.upload.stop();
      void begun.finish().then(({ release }) => release());
      return;
    }
    running = begun;
    upload.value = begun.upload;
    live.onFrame = () => {
      begun.onFrame();
      level.value = Math.round(live.mixer.level() * 20) / 20;
      seconds.value = Math.floor(begun.seconds());
      isKept.value = begun.isKept();
      const isFull = begun.expectedSize() > (largest.peek() ?? Number.POSITIVE_INFINITY);
      if (begun.seconds() >= limit.peek() || isFull) void end('limit');
    };
    live.onEnded = () => void end('source');
    addEventListener('beforeunload', ask);
    state.value = { step: 'recording', live, isPaused: false };
    context.tell('start_note', { session_key: begun.name, session_id: context.sessionId });
  }

  /** Ends the recording, whoever or whatever asks first. */
  async function end(ending?: EndReason): Promise<void> {
    const ended = running;
    running = undefined;
    if (!ended) return;
    state.value = { step: 'ending' };
    const recorded = await ended.finish();
    state.value = { step: 'review', recorded, ...(ending && { ending }) };
  }

  async function discard(): Promise<void> {
    clearInterval(counting);
    const { value } = state;
    if (value.step === 'counting') value.live.close();
    if (value.step === 'recording') await end();
    const ended = state.peek();
    state.value = { step: 'setup' };
    removeEventListener('beforeunload', ask);
    upload.value = undefined;
    if (ended.step === 'review') {
      void ended.recorded.upload.discard();
      await ended.recorded.remove();
    }
    await findLeft();
  }

  return {
    state,
    choice,
    seconds,
    level,
    limit,
    left,
    isKept,
    start,
    discard,
    isInterrupted: computed(() => upload.value?.isInterrupted.value ?? false),
    stop: () => end(),
    skipCountdown() {
      const { value } = state;
      if (value.step === 'counting') void record(value.live);
    },
    togglePause() {
      const { value } = state;
      if (value.step !== 'recording') return;
      if (value.isPaused) running?.resume();
      else running?.pause();
      state.value = { ...value, isPaused: !value.isPaused };
    },
    takeUp(one) {
      const recorded = takeUp(context, one);
      upload.value = recorded.upload;
      addEventListener('beforeunload', ask);
      state.value = { step: 'review', recorded };
    },
    async discardLeft(one) {
      left.value = left.peek().filter(({ name }) => name !== one.name);
      await discardLeft(context, one);
    },
    async save(saveChoice) {
      const { value } = state;
      if (value.step !== 'review') return;
      const saved = await saveRecording(context, value.recorded, saveChoice);
      removeEventListener('beforeunload', ask);
      value.recorded.upload.stop();
      await value.recorded.remove();
      upload.value = undefined;
      state.value = { step: 'saved', saved };
      const { binderId, downloadUrl, shareUrl } = saved;
      context.tell('save_note', {
        destination_binder_id: binderId,
        download_url: downloadUrl,
        share_url: shareUrl,
      });
    },
    close() {
      closing.abort();
      clearInterval(counting);
      removeEventListener('beforeunload', ask);
      stopCapture(held.stream);
      const { value } = state;
      // Whoever closes it in the middle of everything has not said that it may be thrown away.
      if (value.step === 'counting' || value.step === 'recording') value.live.close();
      if (value.step === 'recording') void running?.finish().then(({ release }) => release());
      if (value.step === 'review') value.recorded.release();
      upload.value?.stop();
      if (value.step !== 'saved') context.tell('cancel_note', { session_id: context.sessionId });
      state.value = { step: 'setup' };
    },
  };
}

const ask = (event: Event) => event.preventDefault();

/** The longest recording, however large the server lets files be. */
const MOST_SECONDS = 30 * 60;
/** What a server takes that does not tell: its default. */
const DEFAULT_BYTES = 200 * 1024 ** 2;
/** Encoders keep to a bit rate on the average. */
const ROOM = 0.85;

/** How many seconds can be recorded until the server would take no more. Whole minutes, where there are some. */
function limitSeconds(largestBytes: number | undefined, hasPicture: boolean): number {
  const bits = BIT_RATES.audio + (hasPicture ? BIT_RATES.video : 0);
  const seconds = Math.min(MOST_SECONDS, Math.floor((((largestBytes ?? DEFAULT_BYTES) * 8) / bits) * ROOM));
  return seconds < 120 ? Math.max(5, seconds) : Math.floor(seconds / 60) * 60;
}
