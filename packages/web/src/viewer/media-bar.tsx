import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { clockTime } from '../design/clock-time.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { ToolButton } from './bar.tsx';
import { type Player, toggle } from './media.tsx';
import { followTracks, trackOf } from './text-track.ts';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface MediaBarProps {
  player: Player;
  /** In milliseconds. Recordings by browsers contain no duration. */
  duration: number | undefined;
}

export function MediaBar({ player, duration }: MediaBarProps) {
  const at = useSignal(0);
  const isPlaying = useSignal(false);
  const isMuted = useSignal(false);
  const speed = useSignal(1);
  const hasCaptions = useSignal<boolean | undefined>(undefined);
  const element = player.value;
  useLayoutEffect(() => {
    if (!element) return;
    const look = () => {
      at.value = element.currentTime;
      isPlaying.value = !element.paused;
      isMuted.value = element.muted;
      speed.value = element.playbackRate;
    };
    const lookAtTracks = () => {
      const track = trackOf(element);
      hasCaptions.value = track && track.mode === 'showing';
    };
    const unfollow = followTracks(element, lookAtTracks);
    const events = ['timeupdate', 'play', 'pause', 'ended', 'volumechange', 'ratechange', 'seeked'] as const;
    for (const type of events) element.addEventListener(type, look);
    look();
    return () => {
      for (const type of events) element.removeEventListener(type, look);
      unfollow();
    };
  }, [element]);
  const own = element && Number.isFinite(element.duration) ? element.duration : 0;
  const length = own || (duration ?? 0) / 1000;
  return (
    <fieldset class="media-bar">
      <legend class="hidden-visually">{text.media.controls}</legend>
      <ToolButton
        glyph={isPlaying.value ? 'pause' : 'play'}
        label={isPlaying.value ? text.media.pause : text.media.play}
        act={() => element && toggle(element)}
      />
      <input
        type="range"
        aria-label={text.media.position}
        aria-valuetext={text.media.time(clockTime(at.value), clockTime(length))}
        min="0"
        max={Math.max(length, 0.1)}
        step="0.1"
        value={at.value}
        onInput={(event) => {
          if (element) element.currentTime = Number(event.currentTarget.value);
        }}
      />
      <span class="small tabular muted">{text.media.time(clockTime(at.value), clockTime(length))}</span>
      {hasCaptions.value !== undefined && (
        <button
          type="button"
          class="button compact quiet"
          title={text.captions}
          aria-pressed={hasCaptions.value}
          onClick={() => {
            const track = element && trackOf(element);
            if (track) track.mode = hasCaptions.peek() ? 'hidden' : 'showing';
          }}
        >
          <span class="hidden-visually">{text.captions}</span>
          <span aria-hidden="true">{text.captionsSign}</span>
        </button>
      )}
      <select
        aria-label={text.media.speed}
        value={String(speed.value)}
        onChange={(event) => {
          if (element) element.playbackRate = Number(event.currentTarget.value);
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={String(each)}>
            {text.media.times(each)}
          </option>
        ))}
      </select>
      <ToolButton
        glyph={isMuted.value ? 'muted' : 'loud'}
        label={isMuted.value ? text.media.unmute : text.media.mute}
        pressed={isMuted.value}
        act={() => {
          if (element) element.muted = !element.muted;
        }}
      />
    </fieldset>
  );
}
