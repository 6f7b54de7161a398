import { RingbinderError } from '@ringbinder/client';
import { render } from 'preact';
import { keepInMemory } from '../address.ts';
import { type OpenBinder, openBinder } from '../app/binder.ts';
import { guestContext } from '../meet/guest/guest-context.ts';
import { storedGuest } from '../meet/guest/welcome.ts';
import { memberContext } from '../meet/member-context.ts';
import { binderPath } from '../router.ts';
import { meetErrors } from '../strings/en/module-errors.ts';
import { createHome } from './create.ts';
import { drawMeet } from './draw-meet.tsx';
import { detailOf, meetEventEmitter } from './meet-events.ts';
import type { EmbedParts } from './module.ts';
import { pluginVersion, word } from './options.ts';
import { meetKeyOf, resolveMeet } from './resolve-meet.ts';
import type { EmbedSession } from './session.ts';

export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  if (session.call === 'meetView' && !session.isGuest) {
    const { beginMeetView } = await import('./meet-view.tsx');
    await beginMeetView(parts);
    return;
  }
  const close = () => {
    render(null, element);
    session.send({ type: 'closed' });
    if (session.boot.is_popup) window.close();
  };
  if (session.isGuest) drawMeet(session, element, asGuest(session, close));
  else drawMeet(session, element, await asMember(parts, close).catch(asStranger));

  function asStranger(error: { status?: number }): Drawn {
    const isLink = meetKeyOf(session)?.includes('#');
    if (session.call !== 'joinMeet' || (error.status !== 403 && !isLink)) throw error;
    return asGuest(session, close, parts.user.name);
  }
}

type Drawn = Parameters<typeof drawMeet>[2];

async function asMember(parts: EmbedParts, close: () => void): Promise<Drawn> {
  const { session, user } = parts;
  const { meet, isResumed } = await resolveMeet(session, user.id);
  const { schedule_binder_id: binderId, session_key: sessionKey } = meet;
  const { root } = session.boot;
  const home = createHome(parts, binderPath(root, binderId));
  const binder: OpenBinder = openBinder(home, binderId);
  const identity = { binderId, sessionKey: () => sessionKey, isResumed };
  const context = memberContext({
    client: session.client,
    binder,
    sessionKey,
    close,
    pluginVersion: pluginVersion(session.options.peek()),
    link: `${location.origin}${root}/b/${binderId}/meet/${sessionKey}`,
    emit: meetEventEmitter(session, identity),
  });
  return { context, detail: () => detailOf(identity) };
}

function asGuest(session: EmbedSession, close: () => void, ownName?: string): Drawn {
  keepInMemory('/');
  const key = meetKeyOf(session) ?? '';
  const link = key.includes('#') ? key.slice(key.indexOf('#') + 1) : key;
  if (link === '')
    throw new RingbinderError(meetErrors.noGuestLink, { status: 401, code: 'RESPONSE_ERROR_INVALID_TOKEN' });
  const options = session.options.peek();
  const context = guestContext(session.boot, link, pluginVersion(options));
  const name = word(options, 'user_name') ?? ownName;
  const identity = { sessionKey: () => storedGuest(link)?.session_key ?? '', isResumed: false };
  const emit = meetEventEmitter(session, identity);
  return {
    context: { ...context, ...(name && { name }), emit: emit, close },
    detail: () => detailOf(identity),
  };
}
