import { type Signal, useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/messages/viewer.ts';

/** The captions of a recorded meet, as a subtitle track, if any. */
export function Captions({ binder, page }: { binder: BinderContext; page: PageWithoutAnnotations }) {
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let objectUrl: string | undefined;
    const params = { path: { binder_id: binder.id, page_id: page.id } };
    // A track element sends no token, so it is fetched here.
    binder.client.api
      .GET('/{binder_id}/pages/{page_id}/captions', { params, parseAs: 'text' })
      .then(({ data }) => {
        if (isOver || typeof data !== 'string' || !data.includes('-->')) return;
        objectUrl = URL.createObjectURL(new Blob([data], { type: 'text/vtt' }));
        source.value = objectUrl;
      })
      // Playback works without captions.
      .catch(() => undefined);
    return () => {
      isOver = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
      source.value = undefined;
    };
  }, [binder, page.id]);
  return source.value ? <track kind="captions" label={text.captions} src={source.value} default /> : null;
}

interface Spoken {
  speaker: string;
  words: string;
}

/** Captions for audio, which browsers draw only over video. */
export function SpokenCaptions({ player }: { player: Signal<HTMLMediaElement | undefined> }) {
  const spoken = useSignal<readonly Spoken[]>([]);
  const element = player.value;
  useEffect(() => {
    if (!element) return;
    const tracks = element.textTracks;
    let track: TextTrack | undefined;
    const look = () => {
      const cues = track?.mode === 'showing' ? [...(track.activeCues ?? [])] : [];
      spoken.value = cues.map((cue) => spokenIn(cue as VTTCue));
    };
    const follow = () => {
      track?.removeEventListener('cuechange', look);
      [track] = tracks;
      track?.addEventListener('cuechange', look);
      look();
    };
    const types = ['addtrack', 'removetrack', 'change'] as const;
    for (const type of types) tracks.addEventListener(type, follow);
    follow();
    return () => {
      for (const type of types) tracks.removeEventListener(type, follow);
      track?.removeEventListener('cuechange', look);
    };
  }, [element]);
  if (spoken.value.length === 0) return null;
  return (
    <p class="stage-captions">
      {spoken.value.map(({ speaker, words }) => (
        <span key={`${speaker} ${words}`}>
          <strong dir="auto">{speaker}</strong> {words}
        </span>
      ))}
    </p>
  );
}

/** The speaker is a WebVTT voice. */
function spokenIn(cue: VTTCue): Spoken {
  const content = cue.getCueAsHTML();
  return { speaker: content.querySelector('span')?.title ?? '', words: content.textContent ?? '' };
}
