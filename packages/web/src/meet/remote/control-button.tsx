import type { MeetParticipant, MeetState } from '@ringbinder/client/meet';
import { meetingRemote as text } from '../../strings/messages/meeting-remote.ts';
import { MeetGlyph } from '../glyphs.tsx';
import type { MeetSession } from '../session.ts';

interface ControlButtonProps {
  session: MeetSession;
  state: MeetState;
  presenter: MeetParticipant;
  className: string;
  isSmall?: boolean;
}

export function ControlButton({ session, state, presenter, className, isSmall }: ControlButtonProps) {
  const { self } = state;
  if (!self?.has_remote_control || !presenter.has_remote_control || presenter.id === self.id) return null;
  const grant = state.controls.find(({ presenter_id }) => presenter_id === presenter.id);
  const isMine = grant?.controller_id === self.id;
  if (grant && !isMine && state.role !== 'host') return null;
  const { pending } = session.remote;
  const isAsked = pending.value.has(presenter.id);
  const label = isMine ? text.giveBack : grant ? text.stop : isAsked ? text.pending : text.ask;
  const request = async () => {
    pending.value = new Set([...pending.peek(), presenter.id]);
    const isSent = await session.attempt((meet) => meet.control('request', presenter.id));
    if (!isSent) pending.value = new Set([...pending.peek()].filter((id) => id !== presenter.id));
  };
  return (
    <button
      type="button"
      class={className}
      aria-label={label}
      title={grant || isAsked ? label : text.askHint(presenter.name)}
      aria-pressed={isMine}
      aria-disabled={isAsked}
      onClick={() => {
        if (grant) void session.attempt((meet) => meet.control('stop', presenter.id));
        else if (!isAsked) void request();
      }}
    >
      <MeetGlyph name="pointer" />
      {!isSmall && <span>{label}</span>}
    </button>
  );
}
