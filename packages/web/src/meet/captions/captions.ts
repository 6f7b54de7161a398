import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { MeetConnection, MeetEvent, MeetState } from '@ringbinder/client/meet';
import { toastError } from '../../design/toast.tsx';
import { meetingCaptions as text } from '../../strings/messages/meeting-captions.ts';
import type { Devices } from '../devices.ts';

export interface VisiblePhrase {
  id: number;
  participantId: string;
  text: string;
  isPrivate: boolean;
}

export interface Captions {
  visible: ReadonlySignal<readonly VisiblePhrase[]>;
  isPossible: ReadonlySignal<boolean>;
  isOn: ReadonlySignal<boolean>;
  isAnswered: ReadonlySignal<boolean>;
  turn(isOn: boolean): void;
  receive(event: Extract<MeetEvent, { type: 'caption' }>): void;
  close(): void;
}

const VISIBLE_MS = 7_000;
const MOST = 3;

export function createCaptions(parts: {
  state: ReadonlySignal<MeetState | undefined>;
  devices: Devices;
  connection(): MeetConnection | undefined;
}): Captions {
  const visible = signal<readonly VisiblePhrase[]>([]);
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
    visible.value = [...visible.peek().slice(1 - MOST), phrase];
    setTimeout(() => {
      visible.value = visible.peek().filter((each) => each !== phrase);
    }, VISIBLE_MS);
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
          if (!hasCaptions) show(self?.id ?? '', words, true);
          else
            parts
              .connection()
              ?.caption({ text: words, language, durationMs })
              .catch(() => undefined);
        },
        onFailed(reason) {
          isOn.value = false;
          toastError(reason === 'language-not-supported' ? text.failed.language : text.failed.other);
        },
      });
    });
    return () => {
      isEnded = true;
      end?.();
    };
  }

  return {
    visible,
    isPossible,
    isOn,
    isAnswered,
    turn(isEnabled) {
      isAnswered.value = true;
      isOn.value = isEnabled;
    },
    receive: ({ participantId, text: words }) => show(participantId, words, false),
    close() {
      isClosed = true;
      stop();
    },
  };
}
