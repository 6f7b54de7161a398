import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { MeetConnection, MeetEvent, MeetState } from '@ringbinder/client/meet';
import { toast } from '../../design/toast.tsx';
import { meetCaptions as text } from '../../strings/en/meet-captions.ts';
import type { Devices } from '../devices.ts';

export interface ShownPhrase {
  id: number;
  participantId: string;
  text: string;
  /** Visible to the user only. */
  isPrivate: boolean;
}

/** Displayed captions, and the user's own transcription. */
export interface Captions {
  shown: ReadonlySignal<readonly ShownPhrase[]>;
  isPossible: ReadonlySignal<boolean>;
  /** The user's speech is transcribed. */
  isOn: ReadonlySignal<boolean>;
  /** Whether the user has answered the offer. */
  isAnswered: ReadonlySignal<boolean>;
  turn(isOn: boolean): void;
  hear(event: Extract<MeetEvent, { type: 'caption' }>): void;
  close(): void;
}

const SHOWN_MS = 7_000;
const MOST = 3;

export function createCaptions(parts: {
  state: ReadonlySignal<MeetState | undefined>;
  devices: Devices;
  connection(): MeetConnection | undefined;
}): Captions {
  const shown = signal<readonly ShownPhrase[]>([]);
  const isPossible = signal(false);
  const isOn = signal(false);
  const isAnswered = signal(false);
  let last = 0;
  let isClosed = false;
  void import('./recognition.ts')
    .then(({ canRecognise }) => canRecognise())
    .then((can) => {
      isPossible.value = can;
    })
    .catch(() => undefined);

  function show(participantId: string, words: string, isPrivate: boolean): void {
    last += 1;
    const phrase = { id: last, participantId, text: words, isPrivate };
    shown.value = [...shown.peek().slice(1 - MOST), phrase];
    setTimeout(() => {
      shown.value = shown.peek().filter((each) => each !== phrase);
    }, SHOWN_MS);
  }

  const stop = effect(() => {
    const { track, isOn: hasVoice } = parts.devices.microphone.value;
    if (!isOn.value || !track || !hasVoice || parts.state.value?.phase === undefined) return;
    return untracked(() => listen(track));
  });

  function listen(track: MediaStreamTrack): () => void {
    let end: (() => void) | undefined;
    let isEnded = false;
    void import('./recognition.ts').then(({ startRecognition }) => {
      if (isEnded || isClosed) return;
      end = startRecognition(track, {
        onPhrase({ text: words, language, isFinal, durationMs }) {
          if (!isFinal) return;
          const { self, hasCaptions } = parts.state.peek() ?? {};
          // Unless a host enabled captions, nothing leaves this page.
          if (!hasCaptions) show(self?.id ?? '', words, true);
          else
            parts
              .connection()
              ?.caption({ text: words, language, durationMs })
              .catch(() => undefined);
        },
        onFailed(reason) {
          isOn.value = false;
          toast(reason === 'language-not-supported' ? text.failed.language : text.failed.other);
        },
      });
    });
    return () => {
      isEnded = true;
      end?.();
    };
  }

  return {
    shown,
    isPossible,
    isOn,
    isAnswered,
    turn(wanted) {
      isAnswered.value = true;
      isOn.value = wanted;
    },
    hear: ({ participantId, text: words }) => show(participantId, words, false),
    close() {
      isClosed = true;
      stop();
    },
  };
}
