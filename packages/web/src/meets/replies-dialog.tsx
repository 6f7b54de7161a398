import type { Meet, MeetReply } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { meetTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { formatNearDay } from '../design/dates.ts';
import { Dialog } from '../design/dialog.tsx';
import { formatHour } from '../design/format.ts';
import { Skeleton } from '../design/states.tsx';
import { useNow } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { text as common } from '../strings/common.ts';
import { meetReplies as text } from '../strings/messages/meet-replies.ts';
import type { Invitation, MeetActions } from './actions.ts';
import { ANSWERS, REPLY_ORDER } from './replies.ts';

interface RepliesDialogProps {
  binder: BinderContext;
  meet: Meet;
  actions: MeetActions;
  close: () => void;
}

export function RepliesDialog({ binder, meet, actions, close }: RepliesDialogProps) {
  const [invitations, setInvitations] = useState<readonly Invitation[]>();
  const [isBusy, setBusy] = useState(false);
  const now = useNow();
  useEffect(() => {
    let isStale = false;
    actions.listInvitations(meet).then(
      (read) => !isStale && setInvitations(read),
      (error) => {
        if (isStale) return;
        setInvitations([]);
        toastError((error as Error).message);
      },
    );
    return () => {
      isStale = true;
    };
  }, [meet.session_key, meet.revision]);
  const own = invitations?.find(({ user }) => user.id === binder.me.id)?.reply;
  const answer = async (reply: MeetReply) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await actions.reply(meet, reply);
    } catch (error) {
      toastError((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={meetTitle(meet.name, binder)} close={close}>
      <p class="muted">
        {formatNearDay(meet.start_time, now)}, {formatHour(meet.start_time)}
      </p>
      {meet.host.id !== binder.me.id && (
        <fieldset class="meet-answers" aria-busy={isBusy}>
          <legend>{text.question}</legend>
          {ANSWERS.map((each) => (
            <button
              key={each}
              type="button"
              class={`button compact ${own === each ? 'primary' : ''}`}
              aria-pressed={own === each}
              onClick={() => void answer(each)}
            >
              {text.answers[each]}
            </button>
          ))}
        </fieldset>
      )}
      {!invitations && <Skeleton />}
      {REPLY_ORDER.map((reply) => {
        const people = invitations?.filter((each) => (each.reply ?? 'waiting') === reply) ?? [];
        if (people.length === 0) return null;
        return (
          <section key={reply} class="meet-answered" aria-label={text.replies[reply]}>
            <h3>{text.count(text.replies[reply], people.length)}</h3>
            <ul>
              {people.map(({ user }) => (
                <li key={user.id}>
                  <Avatar id={user.id} name={user.name} small />
                  <span dir="auto">{user.name}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {common.actions.close}
        </button>
      </div>
    </Dialog>
  );
}
