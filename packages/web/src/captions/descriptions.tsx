import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { captions as text } from '../strings/messages/captions.ts';
import type { Player } from '../viewer/media.tsx';
import { trackOf } from '../viewer/text-track.ts';
import { readCue } from './cue-text.ts';

/** In seconds. A larger change of the position counts as a seek. */
const MAX_STEP = 1;

/** If a description is longer than its cue, playback waits. */
export function Descriptions({ player }: { player: Player }) {
  const isOn = useSignal(false);
  const words = useSignal('');
  const element = player.value;
  const isSpeaking = isOn.value;
  useEffect(() => {
    if (!element || !isSpeaking) return;
    const speaker = speakWith(element);
    let before = element.currentTime;
    // The `cuechange` event would miss short cues.
    const look = () => {
      const now = element.currentTime;
      const track = trackOf(element, 'descriptions');
      const cue = [...(track?.cues ?? [])].findLast(
        ({ startTime, endTime }) =>
          startTime <= now && (now < endTime || (before < startTime && now - before < MAX_STEP)),
      );
      before = now;
      const described = cue ? readCue(cue).words : '';
      if (described === words.value) return;
      words.value = described;
      if (described) speaker.speak(described, track?.language ?? '');
      else speaker.wait();
    };
    element.addEventListener('timeupdate', look);
    element.addEventListener('play', speaker.resumed);
    look();
    return () => {
      element.removeEventListener('timeupdate', look);
      element.removeEventListener('play', speaker.resumed);
      speaker.stop();
      words.value = '';
    };
  }, [element, isSpeaking]);
  return (
    <>
      <button
        type="button"
        class={`button compact ${isSpeaking ? 'primary' : 'quiet'}`}
        aria-pressed={isSpeaking}
        onClick={() => {
          isOn.value = !isOn.peek();
        }}
      >
        {text.speak}
      </button>
      <p class="small" dir="auto" aria-live={hasVoice() ? 'off' : 'polite'}>
        {words.value}
      </p>
    </>
  );
}

const hasVoice = () => 'speechSynthesis' in window && speechSynthesis.getVoices().length > 0;

function speakWith(element: HTMLMediaElement) {
  let isPausedHere = false;
  let spoken: SpeechSynthesisUtterance | undefined;
  const finish = () => {
    spoken = undefined;
    if (isPausedHere) void element.play().catch(() => undefined);
    isPausedHere = false;
  };
  return {
    speak(words: string, language: string) {
      if (!hasVoice()) return;
      const utterance = new SpeechSynthesisUtterance(words);
      if (language && language !== 'und') utterance.lang = language;
      const end = () => utterance === spoken && finish();
      utterance.onend = end;
      utterance.onerror = end;
      spoken = utterance;
      speechSynthesis.cancel();
      speechSynthesis.speak(utterance);
    },
    wait() {
      if (!spoken || element.paused) return;
      isPausedHere = true;
      element.pause();
    },
    /** Called when playback starts, so that `finish` does not start playback again. */
    resumed() {
      isPausedHere = false;
    },
    stop() {
      if (!spoken) return;
      speechSynthesis.cancel();
      finish();
    },
  };
}
