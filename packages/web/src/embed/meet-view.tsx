import { unwrap } from '@ringbinder/client';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { openBinder } from '../app/binder.ts';
import { Skeleton } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { MeetList } from '../meet/list.tsx';
import { memberContext } from '../meet/member-context.ts';
import { binderPath } from '../router.ts';
import { meetErrors } from '../strings/en/module-errors.ts';
import { createHome } from './create.ts';
import { drawMeet } from './draw-meet.tsx';
import { inviteMembers } from './invite-members.ts';
import { detailOf, meetEventEmitter } from './meet-events.ts';
import type { EmbedParts } from './module.ts';
import { pluginVersion } from './options.ts';
import { resolveBinder } from './resolve-binder.ts';
import { useUnavailableBinder } from './unavailable-binder.tsx';

export async function beginMeetView(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const binderId = await resolveBinder(session);
  const home = createHome(parts, binderPath(session.boot.root, binderId));
  const binder = openBinder(home, binderId);
  const { client } = session;

  function show(sessionKey: string): void {
    const identity = { binderId, sessionKey: () => sessionKey, isResumed: false };
    const emit = meetEventEmitter(session, identity);
    const link = `${location.origin}${session.boot.root}/b/${binderId}/meet/${sessionKey}`;
    render(null, element);
    const context = memberContext({
      client,
      binder,
      sessionKey,
      link,
      emit: emit,
      close: list,
      pluginVersion: pluginVersion(session.options.peek()),
    });
    drawMeet(session, element, { context, detail: () => detailOf(identity) });
  }
  async function start(): Promise<void> {
    const params = { path: { binder_id: binderId } };
    const created = await unwrap(client.api.POST('/{binder_id}/meets', { params, body: {} }));
    await inviteMembers(session, { binderId, sessionKey: created.session_key, me: parts.user.id });
    show(created.session_key);
  }
  const schedule = session.hasCallback('schedule_meet')
    ? () => session.emit('schedule_meet', { binder_id: binderId })
    : undefined;
  let isStartEmitted = false;
  // Before the first draw, the host page cannot listen to events yet.
  function emitStart(): void {
    if (!isStartEmitted) session.emit('start_meetview', { binder_id: binderId });
    isStartEmitted = true;
  }
  function View() {
    const state = binder.state.value;
    useEffect(() => {
      if (!state) return;
      session.send({ type: 'shown' });
      emitStart();
    }, [state === undefined]);
    const unavailable = useUnavailableBinder(session, binder, () => isStartEmitted);
    if (unavailable) return unavailable;
    return (
      <main class="embed-meet-view">
        {state ? <MeetList binder={binder} join={show} start={start} schedule={schedule} /> : <Skeleton />}
        <Toasts />
      </main>
    );
  }
  function list(): void {
    render(null, element);
    session.setMeetListener(({ action }) => {
      if (action !== 'leave' && action !== 'end') return session.fail(412, meetErrors.notJoined);
      session.send({ type: 'closed' });
      if (session.boot.is_popup) window.close();
    });
    render(<View />, element);
  }
  session.onClose = () => render(null, element);
  list();
}
