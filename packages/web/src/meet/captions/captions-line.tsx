import type { MeetState } from '@ringbinder/client/meet';
import { meetCaptions as text } from '../../strings/en/meet-captions.ts';
import type { MeetSession } from '../session.ts';

/** What was said in the last seconds, and whether one’s own device helps. */
export function CaptionsLine({ session, state }: { session: MeetSession; state: MeetState }) {
  const { shown, isPossible, isAnswered, turn } = session.captions;
  const isOffered = state.hasCaptions && isPossible.value && !isAnswered.value;
  const nameOf = (id: string) => state.participants.find((each) => each.id === id)?.name ?? '';
  return (
    <>
      {isOffered && (
        <div class="meet-control" role="alert">
          <p>
            <span>{text.offered}</span>
            <button type="button" class="button compact" onClick={() => turn(false)}>
              {text.notNow}
            </button>
            <button type="button" class="button compact primary" onClick={() => turn(true)}>
              {text.start}
            </button>
          </p>
        </div>
      )}
      {shown.value.length > 0 && (
        <div class="meet-captions" role="log" aria-label={text.label}>
          {shown.value.map(({ id, participantId, text: words, isPrivate }) => (
            <p key={id} title={isPrivate ? text.onlyYou : undefined} data-private={isPrivate}>
              <strong>{nameOf(participantId)}</strong> {words}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
