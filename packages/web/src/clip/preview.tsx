import type { Signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clip as text } from '../strings/messages/clip.ts';
import type { Recorded } from './recording-upload.ts';
import { Trim } from './trim.tsx';

interface PreviewProps {
  recorded: Recorded;
  start: Signal<number>;
  end: Signal<number>;
}

/** In seconds. Seeking beyond the end reveals the duration. */
const BEYOND = 1e7;

export function Preview({ recorded, start, end }: PreviewProps) {
  const { blob, source, seconds, stills } = recorded;
  const player = useRef<HTMLVideoElement>(null);
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const isMeasured = useRef(false);
  const show = (time: number) => {
    const { current } = player;
    if (!current) return;
    current.pause();
    current.currentTime = time;
  };
  return (
    <div class="clip-preview">
      {/* biome-ignore lint/a11y/useMediaCaption: a new recording has no captions */}
      <video
        ref={player}
        src={address}
        controls
        playsInline
        data-sound={source === 'voice'}
        aria-label={text.preview}
        onLoadedMetadata={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) isMeasured.current = true;
          else currentTarget.currentTime = BEYOND;
        }}
        onSeeked={({ currentTarget }) => {
          if (isMeasured.current) return;
          isMeasured.current = true;
          // The user may have chosen a position during the seek.
          if (currentTarget.currentTime > currentTarget.duration - 0.1)
            currentTarget.currentTime = start.value;
        }}
        onPlay={({ currentTarget }) => {
          const { currentTime } = currentTarget;
          const isOutside = currentTime < start.value - 0.2 || currentTime >= end.value - 0.1;
          if (isOutside) currentTarget.currentTime = start.value;
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (!currentTarget.paused && currentTarget.currentTime >= end.value) currentTarget.pause();
        }}
      />
      {seconds > 2 && (
        <Trim
          seconds={seconds}
          stills={stills}
          start={start}
          end={end}
          show={show}
          position={() => player.current?.currentTime ?? 0}
        />
      )}
    </div>
  );
}
