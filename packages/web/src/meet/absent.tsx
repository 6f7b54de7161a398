import { unwrap } from '@ringbinder/client';
import type { MeetState } from '@ringbinder/client/meet';
import type { UserReference } from '@ringbinder/protocol';
import { RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { hasParts } from '@ringbinder/protocol/search.ts';
import { useEffect, useState } from 'preact/hooks';
import { availableMembersOf } from '../binder/available-members.ts';
import type { BinderContext } from '../binder/context.ts';
import { explained } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { toastError } from '../design/toast.tsx';
import { inMeet as text } from '../strings/messages/in-meet.ts';
import { meeting } from '../strings/messages/meeting.ts';
import type { MeetSession } from './session.ts';

interface AbsentMembersProps {
  binder: BinderContext;
  session: MeetSession;
  sessionKey: string;
  state: MeetState;
  sought: string;
}

/** Members of the binder who are not in the meet. */
export function AbsentMembers({ binder, session, sessionKey, state, sought }: AbsentMembersProps) {
  const present = new Set(state.participants.map(({ user_id }) => user_id));
  const absent = availableMembersOf(binder.state.value)
    .map(({ user }) => user)
    .filter(({ id, is_bot, name }) => !is_bot && !present.has(id) && hasParts(name, sought));
  if (absent.length === 0 || !binder.canWrite.value) return null;
  return (
    <>
      <h3>{text.absent(absent.length)}</h3>
      <ul>
        {absent.map(({ id, name }) => (
          <li key={id}>
            <Absentee
              id={id}
              name={name}
              refusal={session.refusals.value.get(id)}
              announce={(sentence) => session.announce(sentence)}
              ring={async () => {
                const params = { path: { session_key: sessionKey } };
                const body = { user_id: id };
                await explained(
                  unwrap(binder.client.api.POST('/meets/{session_key}/ring', { params, body })),
                );
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface AbsenteeProps {
  id: string;
  name: string;
  refusal: UserReference | undefined;
  announce: (sentence: string) => void;
  ring: () => Promise<void>;
}

function Absentee({ id, name, refusal, announce, ring }: AbsenteeProps) {
  const [rung, setRung] = useState<{ after: UserReference | undefined }>();
  useEffect(() => {
    if (!rung) return;
    const timer = setTimeout(() => setRung(undefined), RING_DURATION_MS);
    return () => clearTimeout(timer);
  }, [rung]);
  const isRinging = rung !== undefined && rung.after === refusal;
  const hasDeclined = rung !== undefined && rung.after !== refusal;
  return (
    <>
      <Avatar id={id} name={name} small />
      <span dir="auto" class="meet-person">
        {hasDeclined ? meeting.stage.declined(name) : name}
      </span>
      <button
        type="button"
        class="button compact"
        aria-label={isRinging ? text.ringingOne(name) : text.ringOne(name)}
        aria-disabled={isRinging}
        onClick={async () => {
          if (isRinging) return;
          setRung({ after: refusal });
          announce(text.ringingOne(name));
          await ring().catch((error) => {
            setRung(undefined);
            toastError((error as Error).message);
          });
        }}
      >
        {isRinging ? text.ringing : text.ring}
      </button>
    </>
  );
}
