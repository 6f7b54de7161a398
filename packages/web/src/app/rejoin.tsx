import { unwrap } from '@ringbinder/client';
import { render } from 'preact';
import { address } from '../address.ts';
import { titleOfMeet } from '../binder/binder-title.ts';
import { currentMeet } from '../current-meet.ts';
import { announce } from '../design/toast.tsx';
import { storedResumeState } from '../meet/stored-preferences.ts';
import { meetOf, meetPath } from '../meet-path.ts';
import { navigate } from '../router.ts';
import { textsReady } from '../strings/language.ts';
import { call as words } from '../strings/messages/call.ts';
import type { AppContext } from '../timeline/context.ts';
import { findLastMeet, forgetLastMeet, type LastMeet } from './last-meet.ts';
import { openMeet } from './meet.tsx';

/** After a reload, returns to the meet. After a crash or in a new tab, offers it. */
export async function returnToMeet(app: AppContext): Promise<void> {
  const { user, root } = app.boot;
  const last = await findLastMeet(user.id);
  if (!last || meetOf(root, address.peek().path) || currentMeet.peek()) return;
  if (storedResumeState(last.sessionKey)) return openMeet(app, last, { isReturning: true });
  const params = { path: { session_key: last.sessionKey } };
  const meet = await unwrap(app.client.api.GET('/meets/{session_key}', { params })).catch(() => undefined);
  if (meet?.status !== 'SESSION_STARTED') return forgetLastMeet(user.id, last.sessionKey);
  await textsReady();
  const card = app.cards.peek()?.find(({ binder }) => binder.id === last.binderId);
  offer(app, last, titleOfMeet(meet.name, card?.binder, user.name));
}

function offer({ boot: { root, user } }: AppContext, last: LastMeet, name: string): void {
  const place = document.createElement('div');
  document.body.append(place);
  const title = words.interrupted(name);
  const close = () => {
    stop();
    render(null, place);
    place.remove();
  };
  const stop = currentMeet.subscribe((sessionKey) => {
    if (sessionKey === last.sessionKey) queueMicrotask(close);
  });
  render(
    <section class="call" aria-label={title}>
      <strong>{title}</strong>
      <div>
        <button type="button" class="button compact primary" onClick={() => navigate(meetPath(root, last))}>
          {words.rejoin}
        </button>
        <button
          type="button"
          class="button compact"
          onClick={() => {
            forgetLastMeet(user.id, last.sessionKey);
            close();
          }}
        >
          {words.close}
        </button>
      </div>
    </section>,
    place,
  );
  announce(title);
}
