import { unwrap } from '@ringbinder/client';
import { render } from 'preact';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import { Toasts } from '../design/toasts.tsx';
import { Meet } from '../meet/index.tsx';
import { memberContext } from '../meet/member-context.ts';
import { loadStyles } from '../meet/styles.ts';
import { inviteMembers } from './invite-members.ts';
import { meetEventEmitter } from './meet-events.ts';
import { keepMeetOpen } from './meet-links.ts';
import { preferencesOf } from './meet-preferences.ts';
import { flag, pluginVersion } from './options.ts';
import type { EmbedSession } from './session.ts';

let place: HTMLElement | undefined;

/**
 * If `named` is given and the host page handles `request_join_meet`, only emits this event, unless
 * `autostart_meet` is set.
 * @param named a session key; without it, joins the running meet or starts one
 * @returns a function that closes the meet, or undefined if this call opens no meet
 */
export async function showMeet(
  session: EmbedSession,
  binder: BinderContext,
  named?: string,
): Promise<(() => void) | undefined> {
  const { client, id: binder_id } = binder;
  const detail = { binder_id, session_key: named ?? '', meet_id: named ?? '' };
  if (named && session.hasCallback('request_join_meet') && !flag(session.options.peek(), 'autostart_meet')) {
    session.emit('request_join_meet', detail);
    return undefined;
  }
  if (place) return undefined;
  const container = document.createElement('div');
  place = container;
  const behind = document.getElementById('app');
  const close = () => {
    if (place !== container) return;
    place = undefined;
    render(null, container);
    container.remove();
    if (behind) behind.inert = false;
  };
  try {
    const sessionKey = named ?? (await openMeet(session, binder));
    await loadStyles(session.boot.meet_styles);
    if (place !== container) return undefined;
    container.classList.add('embed', 'embed-meet-over');
    container.addEventListener('click', keepMeetOpen(session));
    document.body.append(container);
    if (behind) behind.inert = true;
    const context = memberContext({
      client,
      binder,
      sessionKey,
      close,
      pluginVersion: pluginVersion(session.options.peek()),
      link: `${location.origin}${session.boot.root}/b/${binder_id}/meet/${sessionKey}`,
      emit: meetEventEmitter(session, {
        binderId: binder_id,
        sessionKey: () => sessionKey,
        isResumed: false,
      }),
    });
    const preferences = preferencesOf(session, () => ({
      ...detail,
      session_key: sessionKey,
      meet_id: sessionKey,
    }));
    render(
      <>
        <Meet context={{ ...context, ...preferences }} />
        <Toasts />
      </>,
      container,
    );
  } catch (error) {
    close();
    toastError(refusalOf(error).message);
  }
  return close;
}

async function openMeet(session: EmbedSession, { client, id, me, state }: BinderContext): Promise<string> {
  const running = state.peek()?.meets.find(({ status }) => status === 'SESSION_STARTED');
  if (running) return running.session_key;
  const params = { path: { binder_id: id } };
  const { session_key } = await unwrap(client.api.POST('/{binder_id}/meets', { params, body: {} }));
  await inviteMembers(session, { binderId: id, sessionKey: session_key, me: me.id });
  return session_key;
}
