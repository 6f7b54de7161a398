import type { MeetState } from '@ringbinder/client/meet';
import type { BinderContext } from '../binder/context.ts';
import { clockTime } from '../design/clock-time.ts';
import { Icon } from '../design/icon.tsx';
import { Preparing } from '../recordings/preparing.tsx';
import { useRecordings } from '../recordings/use-recordings.ts';
import { language, sentenceOf } from '../strings/language.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { preparing } from '../strings/messages/preparing.ts';
import type { MeetContext } from './context.ts';
import type { MeetSession } from './session.ts';
import { useHeading } from './use-heading.ts';

interface EndedProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
}

const FINAL: ReadonlySet<string> = new Set(['ended', 'removed', 'denied', 'link_revoked']);

export function messageOf(reason: NonNullable<MeetState['ended']>['reason']) {
  if (reason === 'link_revoked') return 'linkRevoked';
  return reason === 'joined_elsewhere' ? 'joinedElsewhere' : reason;
}

function Recording({ binder, sessionKey }: { binder: BinderContext; sessionKey: string }) {
  const recordings = useRecordings(binder, sessionKey);
  const [being] = recordings?.preparing ?? [];
  const [recording] = recordings?.recordings ?? [];
  if (being) return <Preparing recording={being} />;
  return recording ? (
    <a class="button compact" href={binder.links.page(recording.page_id)}>
      {preparing.ready}
    </a>
  ) : null;
}

export function Ended({ context, session, state }: EndedProps) {
  const heading = useHeading();
  const words = text.ended;
  const { reason: given = 'ended', message = '', because } = state.ended ?? {};
  const meets = context.binder?.state.value?.meets;
  const meet = meets?.find(({ session_key }) => session_key === context.sessionKey);
  // A call of two people ends for both when one of them leaves.
  const reason = given === 'left' && meet?.status === 'SESSION_ENDED' ? 'ended' : given;
  // A message without a reason code exists only in English.
  const isExplained = because?.reason || (language() === 'en' && (reason === 'refused' || reason === 'full'));
  const hasBinder = context.binder && !context.binder.state.value?.binder.conversation;
  const canRejoin = !FINAL.has(reason) && meet?.status !== 'SESSION_ENDED';
  const seconds = state.startedTime > 0 ? (Date.now() - state.startedTime) / 1000 : 0;
  return (
    <main class="meet-ended empty">
      <Icon name="mark" />
      <h1 id="title" tabIndex={-1} ref={heading}>
        {words.title[messageOf(reason)]}
      </h1>
      {!session.hasEnded() && (
        <p>{isExplained ? sentenceOf({ message, ...because }) : words.about[messageOf(reason)]}</p>
      )}
      {reason === 'ended' && seconds > 0 && <p class="muted">{words.length(clockTime(seconds))}</p>}
      {context.binder && <Recording binder={context.binder} sessionKey={context.sessionKey} />}
      <div class="meet-ended-actions">
        {canRejoin && (
          <button type="button" class="button primary" onClick={() => void session.rejoin()}>
            {reason === 'joined_elsewhere' ? words.here : words.rejoin}
          </button>
        )}
        {context.close && (
          <button type="button" class={`button ${canRejoin ? '' : 'primary'}`} onClick={context.close}>
            {hasBinder ? words.back : words.close}
          </button>
        )}
      </div>
    </main>
  );
}
