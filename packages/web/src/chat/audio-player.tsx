import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { chat as text } from '../strings/en/chat.ts';
import { useChat } from './context.ts';
import { ChatGlyph } from './glyphs.tsx';
import { minutes } from './minutes.ts';

type Loaded =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'ready'; url: string }
  | { status: 'failed' };
/** Seeking to this second makes the browser determine the duration, which browser recordings lack. */
const FAR = 1e7;

/** Loads a sound on first play. */
function useSound(address: string) {
  const { client } = useChat().binder;
  const audio = useRef<HTMLAudioElement>(null);
  const loaded = useSignal<Loaded>({ status: 'none' });
  const isPlaying = useSignal(false);
  useEffect(
    () => () => {
      if (loaded.value.status === 'ready') URL.revokeObjectURL(loaded.value.url);
    },
    [],
  );

  async function load(): Promise<void> {
    loaded.value = { status: 'loading' };
    try {
      const token = await client.token();
      const response = await client.fetch(
        new Request(new URL(address, location.href), { headers: { authorization: `Bearer ${token}` } }),
      );
      if (!response.ok) throw new Error(String(response.status));
      loaded.value = { status: 'ready', url: URL.createObjectURL(await response.blob()) };
    } catch {
      loaded.value = { status: 'failed' };
    }
  }

  async function toggle(): Promise<void> {
    if (loaded.value.status === 'none' || loaded.value.status === 'failed') {
      isPlaying.value = true;
      await load();
      return;
    }
    if (audio.current?.paused) await audio.current.play();
    else audio.current?.pause();
  }
  return { audio, loaded, isPlaying, toggle };
}

/** Plays a voice message. Its sound needs a token, so it is fetched on demand. */
export function AudioPlayer({ address }: { address: string }) {
  const { audio, loaded, isPlaying, toggle } = useSound(address);
  const at = useSignal(0);
  const length = useSignal(0);
  const { value: state } = loaded;
  return (
    <div class="audio-player">
      <button
        type="button"
        class="tool round"
        aria-label={isPlaying.value ? text.player.pause : text.player.play}
        aria-disabled={state.status === 'loading'}
        onClick={() => void toggle()}
      >
        <ChatGlyph name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <input
        type="range"
        aria-label={text.player.position}
        min="0"
        max={Math.max(length.value, 0.1)}
        step="0.1"
        value={at.value}
        disabled={state.status !== 'ready'}
        onInput={(event) => {
          if (audio.current) audio.current.currentTime = Number(event.currentTarget.value);
        }}
      />
      <span class="muted small tabular">
        {minutes(isPlaying.value || at.value > 0 ? at.value : length.value)}
      </span>
      {state.status === 'failed' && <span class="wrong small">{text.player.failed}</span>}
      {state.status === 'ready' && (
        // biome-ignore lint/a11y/useMediaCaption: what somebody said just now has none
        <audio
          ref={audio}
          src={state.url}
          onLoadedMetadata={(event) => {
            const { currentTarget: sound } = event;
            if (sound.duration === Infinity) sound.currentTime = FAR;
            else start(sound);
          }}
          onDurationChange={(event) => {
            const { currentTarget: sound } = event;
            if (!Number.isFinite(sound.duration)) return;
            length.value = sound.duration;
            if (sound.currentTime > 0 && sound.currentTime >= sound.duration) {
              sound.currentTime = 0;
              start(sound);
            }
          }}
          onTimeUpdate={(event) => {
            at.value = event.currentTarget.currentTime;
          }}
          onPlay={() => {
            isPlaying.value = true;
          }}
          onPause={() => {
            isPlaying.value = false;
          }}
          onEnded={() => {
            isPlaying.value = false;
            at.value = 0;
          }}
          onError={() => {
            loaded.value = { status: 'failed' };
            isPlaying.value = false;
          }}
        />
      )}
    </div>
  );

  function start(sound: HTMLAudioElement): void {
    length.value = Number.isFinite(sound.duration) ? sound.duration : 0;
    if (isPlaying.value) void sound.play();
  }
}
