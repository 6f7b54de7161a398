import { signal } from '@preact/signals';
import type { ViewedPicture } from '@ringbinder/client/meet';
import { useEffect } from 'preact/hooks';
import type { MeetSession } from './session.ts';
import type { Tile } from './tile-layout.ts';

const isHidden = signal(document.hidden);
document.addEventListener('visibilitychange', () => {
  isHidden.value = document.hidden;
});

export const isPictured = signal(false);

/** Maximum tile width for each simulcast layer, in device pixels. */
const LAYERS = [
  [480, 'low'],
  [960, 'medium'],
] as const;

export function useView(session: MeetSession, visible: readonly { tile: Tile; width: number }[]): void {
  const isSeen = !isHidden.value || isPictured.value;
  const pictures: ViewedPicture[] = visible
    .filter(({ tile }) => !tile.isSelf && isSeen)
    .map(({ tile, width }) => ({
      participantId: tile.participant.id,
      source: tile.source,
      layer: tile.source === 'screen' ? 'high' : layerOf(width),
    }));
  const requested = JSON.stringify(pictures);
  const isJoined = session.state.value?.phase === 'joined';
  useEffect(() => {
    if (isJoined) session.connection()?.setView(JSON.parse(requested));
  }, [requested, isJoined]);
}

function layerOf(width: number): 'low' | 'medium' | 'high' {
  const pixels = width * Math.min(2, devicePixelRatio);
  return LAYERS.find(([most]) => pixels <= most)?.[1] ?? 'high';
}
