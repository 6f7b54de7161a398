import { useSignal } from '@preact/signals';
import type { MeetState } from '@ringbinder/client/meet';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Alert } from '../design/states.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { MeetGlyph } from './glyphs.tsx';
import type { MeetSession } from './session.ts';

export function RemoteAudio({ session, state }: { session: MeetSession; state: MeetState }) {
  const isSilent = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const speaker = session.devices.speakerId.value;
  const streams = state.participants
    .filter(({ id }) => id !== state.self?.id)
    .flatMap(({ id, streams: { audio, screenAudio } }) => [
      ...(audio ? [{ key: `${id} audio`, stream: audio }] : []),
      ...(screenAudio ? [{ key: `${id} screen`, stream: screenAudio }] : []),
    ]);
  const playAll = () => {
    isSilent.value = false;
    for (const each of place.current?.querySelectorAll('audio') ?? [])
      each.play().catch(() => {
        isSilent.value = true;
      });
  };
  return (
    <div ref={place}>
      {streams.map(({ key, stream }) => (
        <Played
          key={key}
          stream={stream}
          speaker={speaker}
          onSilent={() => {
            isSilent.value = true;
          }}
        />
      ))}
      <Alert class="meet-banner">
        {isSilent.value && (
          <>
            {text.stage.silent}
            <button type="button" class="button compact primary" onClick={playAll}>
              <MeetGlyph name="sound" />
              {text.stage.hear}
            </button>
          </>
        )}
      </Alert>
    </div>
  );
}

interface PlayedProps {
  stream: MediaStream;
  speaker: string;
  onSilent: () => void;
}

function Played({ stream, speaker, onSilent }: PlayedProps) {
  const element = useRef<HTMLAudioElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    current.srcObject = stream;
    current.play().catch((error: Error) => {
      // Only this error means blocked playback. Replacing the stream also rejects `play()`.
      if (error.name === 'NotAllowedError') onSilent();
    });
  }, [stream]);
  useEffect(() => {
    if (element.current && 'setSinkId' in element.current)
      element.current.setSinkId(speaker).catch(() => undefined);
  }, [speaker]);
  // biome-ignore lint/a11y/useMediaCaption: live sound has no captions
  return <audio ref={element} autoPlay />;
}
