import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { chat as chatText } from '../strings/messages/chat.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { AudioPlayer } from './audio-player.tsx';
import { minutes } from './minutes.ts';

/** Formats that the server accepts, best first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const BARS = 24;
const TICK_MS = 60;

export interface RecorderProps {
  /** Called once, without a file if the recording was discarded. */
  done: (file?: File) => void;
  /** Called with an unfinished recording when the recorder disappears. */
  leave: (file: File) => void;
}

export function VoiceRecorder({ done, leave }: RecorderProps) {
  const seconds = useSignal(0);
  const levels = useSignal<readonly number[]>(Array(BARS).fill(0));
  const problem = useSignal('');
  const review = useSignal<File | undefined>(undefined);
  const isUnmounted = useRef(false);
  const isDiscarded = useRef(false);
  const recording = useRef<Recording>(undefined);
  const send = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const begin = Date.now();
    record().then(
      (started) => {
        if (isUnmounted.current) {
          started.stop();
          return;
        }
        recording.current = started;
        send.current?.focus();
      },
      (error: Error) => {
        problem.value = error.name === 'NotFoundError' ? text.recorder.missing : text.recorder.refused;
      },
    );
    const timer = setInterval(() => {
      if (!recording.current) return;
      seconds.value = (Date.now() - begin) / 1000;
      levels.value = [...levels.value.slice(1), recording.current.level()];
    }, TICK_MS);
    return () => {
      isUnmounted.current = true;
      clearInterval(timer);
      void finish(leave);
    };
  }, []);

  async function finish(use: (file: File) => void): Promise<void> {
    const reviewed = review.peek();
    const { current } = recording;
    review.value = undefined;
    recording.current = undefined;
    if (reviewed) use(reviewed);
    if (!current) return;
    const { type } = current;
    const recorded = await current.stop();
    const ending = type.startsWith('audio/mp4') ? 'm4a' : type.startsWith('audio/ogg') ? 'ogg' : 'webm';
    use(new File([recorded], `${chatText.voice}.${ending}`, { type: type.split(';')[0] ?? type }));
  }
  const listen = () =>
    finish((file) => {
      if (isDiscarded.current) return;
      if (isUnmounted.current) leave(file);
      else review.value = file;
      send.current?.focus();
    });
  const discard = () => {
    isDiscarded.current = true;
    void finish(() => undefined);
    done();
  };

  const loudest = Math.round((levels.value.at(-1) ?? 0) * 100);
  return (
    <section
      class="composer recorder"
      aria-label={chatText.voice}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        discard();
      }}
    >
      <Alert>{problem.value}</Alert>
      {review.value && <AudioPlayer source={review.value} />}
      {!problem.value && !review.value && (
        <>
          <span class="recording-dot" aria-hidden="true" />
          <span class="tabular" role="timer">
            {minutes(seconds.value)}
          </span>
          <meter class="hidden-visually" aria-label={text.recorder.level} max={100} value={loudest} />
          <div class="level" aria-hidden="true">
            {levels.value.map((level, index) => (
              <span
                key={index}
                ref={(bar) => {
                  if (bar) bar.style.height = `${8 + level * 92}%`;
                }}
              />
            ))}
          </div>
        </>
      )}
      <div class="recorder-buttons">
        <button type="button" class="button compact quiet danger" onClick={discard}>
          <Glyph name="trash" />
          {text.recorder.discard}
        </button>
        {!problem.value && !review.value && (
          <button type="button" class="button compact quiet" onClick={() => void listen()}>
            {text.recorder.listen}
          </button>
        )}
        {!problem.value && (
          <button type="button" class="button compact primary" ref={send} onClick={() => void finish(done)}>
            {chatText.composer.send}
          </button>
        )}
      </div>
    </section>
  );
}

interface Recording {
  type: string;
  level(): number;
  stop(): Promise<Blob>;
}

async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each)) ?? '';
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  recorder.start();
  let ending: Promise<Blob> | undefined;
  async function end(): Promise<Blob> {
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    await context.close();
    return new Blob(parts, { type: recorder.mimeType });
  }
  return {
    type: recorder.mimeType,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * 4);
    },
    stop() {
      ending ??= end();
      return ending;
    },
  };
}
