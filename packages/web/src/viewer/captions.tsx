import { type Signal, useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { type CaptionsKind, readCaptions } from '../captions/calls.ts';
import { type CueText, readCue } from '../captions/cue-text.ts';
import { captions as text } from '../strings/messages/captions.ts';
import { followTracks, trackOf } from './text-track.ts';

interface CaptionsProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
}

export function Captions(props: CaptionsProps) {
  return (
    <>
      <Track {...props} kind="captions" />
      <Track {...props} kind="descriptions" />
    </>
  );
}

function Track({ binder, page, kind }: CaptionsProps & { kind: CaptionsKind }) {
  const shown = useSignal<{ source: string; vtt: string; language: string | undefined } | undefined>(
    undefined,
  );
  useEffect(() => {
    let isOver = false;
    // Track elements cannot send the token.
    readCaptions(binder, page.id, kind)
      .then((read) => {
        const last = shown.peek();
        // A new track would show captions that the user has turned off.
        if (isOver || (read?.vtt === last?.vtt && read?.language === last?.language)) return;
        if (shown.value) URL.revokeObjectURL(shown.value.source);
        shown.value = read && {
          source: URL.createObjectURL(new Blob([read.vtt], { type: 'text/vtt' })),
          vtt: read.vtt,
          language: read.language,
        };
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [binder, page.id, page.revision]);
  useEffect(
    () => () => {
      if (shown.value) URL.revokeObjectURL(shown.value.source);
    },
    [],
  );
  if (!shown.value) return null;
  const { source, language } = shown.value;
  return (
    <track
      // An existing element would keep the cues of its previous source.
      key={source}
      kind={kind}
      label={text.kinds[kind]}
      src={source}
      srclang={language}
      default={kind === 'captions'}
      ref={(element: HTMLTrackElement | null) => {
        // Browsers load no cues of disabled tracks.
        if (element && kind === 'descriptions') element.track.mode = 'hidden';
      }}
    />
  );
}

export function SpokenCaptions({ player }: { player: Signal<HTMLMediaElement | undefined> }) {
  const spoken = useSignal<readonly CueText[]>([]);
  const element = player.value;
  useEffect(() => {
    if (!element) return;
    let track: TextTrack | undefined;
    const look = () => {
      const cues = track?.mode === 'showing' ? [...(track.activeCues ?? [])] : [];
      spoken.value = cues.map(readCue);
    };
    const unfollow = followTracks(element, () => {
      track?.removeEventListener('cuechange', look);
      track = trackOf(element);
      track?.addEventListener('cuechange', look);
      look();
    });
    return () => {
      unfollow();
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
