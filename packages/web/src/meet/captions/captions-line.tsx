import type { MeetState } from '@ringbinder/client/meet';
import { Alert } from '../../design/states.tsx';
import { meetingCaptions as text } from '../../strings/messages/meeting-captions.ts';
import type { MeetSession } from '../session.ts';

export function CaptionsOffer({ session, state }: { session: MeetSession; state: MeetState }) {
  const { isPossible, isAnswered, turn } = session.captions;
  return (
    <Alert class="">
      {state.hasCaptions && isPossible.value && !isAnswered.value && (
        <>
          <span>{text.offered}</span>
          <button type="button" class="button compact" onClick={() => turn(false)}>
            {text.notNow}
          </button>
          <button type="button" class="button compact primary" onClick={() => turn(true)}>
            {text.start}
          </button>
        </>
      )}
    </Alert>
  );
}

export function CaptionsLine({ session, state }: { session: MeetSession; state: MeetState }) {
  const { isOn, visible: phrases } = session.captions;
  const { value: visible } = phrases;
  const nameOf = (id: string) => state.participants.find((each) => each.id === id)?.name ?? '';
  if (!state.hasCaptions && !isOn.value && visible.length === 0) return null;
  return (
    <div class="meet-captions" role="log" aria-label={text.label}>
      {visible.map(({ id, participantId, text: words, isPrivate }) => (
        <p key={id} title={isPrivate ? text.onlyYou : undefined} data-private={isPrivate}>
          <strong dir="auto">{nameOf(participantId)}</strong> <bdi>{words}</bdi>
        </p>
      ))}
    </div>
  );
}
