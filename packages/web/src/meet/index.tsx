import type { MeetState } from '@ringbinder/client/meet';
import { useEffect, useMemo } from 'preact/hooks';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { MeetContext } from './context.ts';
import { Ended } from './ended.tsx';
import { Prejoin } from './prejoin.tsx';
import { Room } from './room.tsx';
import { createMeetSession, type MeetSession } from './session.ts';
import { useHeading } from './use-heading.ts';
import { Video } from './video.tsx';

interface MeetProps {
  context: MeetContext;
  isMini?: boolean | undefined;
  show?: (() => void) | undefined;
  minimize?: (() => void) | undefined;
  /** Moves the minimised meet to another corner. */
  move?: (() => void) | undefined;
  onSession?: ((session: MeetSession) => void) | undefined;
}

export function Meet({ context, isMini, onSession, ...props }: MeetProps) {
  const session = useMemo(() => createMeetSession(context), [context]);
  useEffect(() => {
    onSession?.(session);
    return () => session.dispose();
  }, [session]);
  useEffect(() => {
    // The browser may show a page in the back/forward cache again.
    const onHide = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) session.dispose();
    };
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  }, [session]);
  return (
    <div class="meet" data-mini={isMini}>
      <View {...props} context={context} session={session} isMini={isMini} />
      <p class="hidden-visually" role="status" aria-live="polite">
        {session.announcement.value}
      </p>
    </div>
  );
}

function View({ session, ...props }: MeetProps & { session: MeetSession }) {
  const { context } = props;
  const { value: state } = session.state;
  switch (state?.phase) {
    case undefined:
      return session.isJoining.value && session.isDirect ? (
        <WaitingRoom session={session} state={undefined} />
      ) : (
        <Prejoin context={context} session={session} />
      );
    case 'connecting':
    case 'lobby':
      return <WaitingRoom session={session} state={state} />;
    case 'joined':
    case 'reconnecting':
      return <Room {...props} session={session} state={state} />;
    case 'ended':
      return <Ended context={context} session={session} state={state} />;
  }
}

function WaitingRoom({ session, state }: { session: MeetSession; state: MeetState | undefined }) {
  const isLobby = state?.phase === 'lobby';
  const heading = useHeading(isLobby);
  const { track, facing } = session.devices.camera.value;
  const stream = useMemo(() => track && new MediaStream([track]), [track]);
  return (
    <main class="meet-lobby" aria-busy={!isLobby}>
      {stream && (
        <div class="meet-preview">
          <Video stream={stream} label={text.ready.preview} isMirrored={facing !== 'environment'} />
        </div>
      )}
      <h1 id="title" tabIndex={-1} ref={heading}>
        {isLobby ? text.lobby.title : text.ready.joining}
      </h1>
      {isLobby && (
        <p class="muted">{state.topic === '' ? text.lobby.about : text.lobby.aboutTopic(state.topic)}</p>
      )}
      <button type="button" class="button" onClick={() => session.leave()}>
        {isLobby ? text.lobby.leave : text.ready.cancel}
      </button>
    </main>
  );
}
