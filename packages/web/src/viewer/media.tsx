import { type Signal, useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useLayoutEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert, lazy } from '../design/states.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { useFreshLinks } from './fresh-links.ts';
import { tileAddress } from './tile-plan.ts';

const Captions = lazy(() => import('./captions.tsx').then((module) => module.Captions), 'quiet');
const SpokenCaptions = lazy(() => import('./captions.tsx').then((module) => module.SpokenCaptions), 'quiet');
const Waveform = lazy(() => import('./waveform.tsx').then(({ Waveform }) => Waveform), 'quiet');

export type Player = Signal<HTMLMediaElement | undefined>;

interface MediaProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  player: Player;
}

/** Annotations must not cover the controls, which are in the media bar. */
export function Media({ binder, page, player }: MediaProps) {
  const links = useFreshLinks(binder, page);
  const cannot = useSignal(false);
  useLayoutEffect(
    () => () => {
      player.value = undefined;
    },
    [],
  );
  const common = {
    src: links.page_uri,
    preload: 'metadata' as const,
    'aria-label': nameOf(page),
    onClick: () => player.value && toggle(player.value),
    onError: () => {
      if (links.attempt === 0) void links.renew();
      cannot.value = true;
    },
    onLoadedMetadata: () => {
      cannot.value = false;
    },
    ref: (element: HTMLMediaElement | null) => {
      if (element) player.value = element;
    },
  };
  return (
    <>
      {kindOf(page).plays === 'video' ? (
        <video
          {...common}
          class="stage-media"
          playsInline
          poster={tileAddress(links.background_uri, '0/0/0', page.file_id)}
        >
          <Captions binder={binder} page={page} />
        </video>
      ) : (
        <>
          <audio {...common}>
            <Captions binder={binder} page={page} />
          </audio>
          <button type="button" class="stage-sound" onClick={() => player.value && toggle(player.value)}>
            <Glyph name="audio" />
            <strong>
              <span class="hidden-visually">{text.media.toggle} </span>
              {nameOf(page)}
            </strong>
            <Waveform player={player} address={links.page_uri} duration={page.duration} />
          </button>
          <SpokenCaptions player={player} />
        </>
      )}
      <Alert class="stage-word">{cannot.value && text.media.cannot}</Alert>
    </>
  );
}

export function toggle(element: HTMLMediaElement): void {
  // The error event reports a failure.
  if (element.paused) void element.play().catch(() => undefined);
  else element.pause();
}
