import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { savesData } from '../design/data-saving.ts';
import { useNear } from '../design/use-near.ts';
import { WaveformBars } from '../sound/bars.tsx';
import { type Loudness, readLoudness } from '../sound/peaks.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';
import { ChatGlyph } from './glyphs.tsx';
import { minutes } from './minutes.ts';

type Loaded =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'ready'; url: string }
  | { status: 'failed' };
/** Seconds. Seeking beyond the end reveals the duration, which is missing in files that browsers record. */
const FAR = 1e7;

/** Larger recordings load only when the user plays them. */
const MAX_SEEN_BYTES = 2 * 1024 ** 2;

function useSound(source: string | Blob) {
  const { client } = useChat().binder;
  const audio = useRef<HTMLAudioElement>(null);
  const loaded = useSignal<Loaded>({ status: 'none' });
  const isPlaying = useSignal(false);
  const loudness = useSignal<Loudness | undefined>(undefined);
  const wasSeen = useRef(false);
  useEffect(
    () => () => {
      if (loaded.value.status === 'ready') URL.revokeObjectURL(loaded.value.url);
    },
    [],
  );

  async function load(maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
    loaded.value = { status: 'loading' };
    try {
      const sound = typeof source === 'string' ? await fetchSound(source, maxBytes) : source;
      if (!sound) {
        loaded.value = { status: 'none' };
        return;
      }
      loaded.value = { status: 'ready', url: URL.createObjectURL(sound) };
      loudness.value = await readLoudness(await sound.arrayBuffer()).catch(() => undefined);
    } catch {
      loaded.value = { status: isPlaying.value ? 'failed' : 'none' };
      isPlaying.value = false;
    }
  }

  async function fetchSound(address: string, maxBytes: number): Promise<Blob | undefined> {
    const end = new AbortController();
    const token = await client.token();
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(new URL(address, location.href), { headers, signal: end.signal });
    const response = await client.fetch(request);
    if (!response.ok) throw new Error(String(response.status));
    if (isPlaying.value || Number(response.headers.get('content-length')) <= maxBytes) return response.blob();
    end.abort();
    return undefined;
  }

  function show(): void {
    if (wasSeen.current || loaded.value.status !== 'none' || savesData()) return;
    wasSeen.current = true;
    void load(MAX_SEEN_BYTES);
  }

  async function toggle(): Promise<void> {
    switch (loaded.value.status) {
      case 'none':
      case 'failed':
        isPlaying.value = true;
        return load();
      case 'loading':
        isPlaying.value = !isPlaying.value;
        return;
      case 'ready':
        if (audio.current?.paused) await audio.current.play();
        else audio.current?.pause();
    }
  }
  return { audio, loaded, loudness, isPlaying, show, toggle };
}

/**
 * An audio element cannot send the access token, so the recording is fetched.
 * @param source an address, or a recording that is not sent yet
 */
export function AudioPlayer({ source }: { source: string | Blob }) {
  const { audio, loaded, loudness, isPlaying, show, toggle } = useSound(source);
  const near = useNear(show, [source]);
  const at = useSignal(0);
  const ownLength = useSignal(0);
  const { value: state } = loaded;
  const length = ownLength.value || (loudness.value?.duration ?? 0);
  return (
    <div class="audio-player" ref={near}>
      <button
        type="button"
        class="tool round"
        aria-label={isPlaying.value ? text.player.pause : text.player.play}
        onClick={() => void toggle()}
      >
        <ChatGlyph name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <span class={`track ${loudness.value ? 'with-bars' : ''}`}>
        {loudness.value && (
          <WaveformBars peaks={loudness.value.peaks} played={length > 0 ? at.value / length : 0} />
        )}
        <input
          type="range"
          aria-label={text.player.position}
          min="0"
          max={Math.max(length, 0.1)}
          step="0.1"
          value={at.value}
          disabled={state.status !== 'ready'}
          onInput={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.currentTarget.value);
          }}
        />
      </span>
      <span class="muted small tabular">{minutes(isPlaying.value || at.value > 0 ? at.value : length)}</span>
      {state.status === 'failed' && <span class="wrong small">{text.player.failed}</span>}
      {state.status === 'ready' && (
        // biome-ignore lint/a11y/useMediaCaption: voice messages have no captions
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
            ownLength.value = sound.duration;
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
    ownLength.value = Number.isFinite(sound.duration) ? sound.duration : 0;
    if (isPlaying.value) void sound.play();
  }
}
