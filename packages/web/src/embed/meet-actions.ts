import { effect } from '@preact/signals';
import type { MeetState } from '@ringbinder/client/meet';
import type { MeetFrame } from '@ringbinder/protocol/embed.ts';
import { toast } from '../design/toast.tsx';
import type { MeetSession } from '../meet/session.ts';
import { meetErrors } from '../strings/en/module-errors.ts';
import { embedMeet as text } from '../strings/messages/embed-meet.ts';
import type { EmbedSession } from './session.ts';

/** Shorter than the SDK's timeout. */
const END_MS = 5_000;

export function performPageActions(session: EmbedSession, meet: MeetSession): void {
  session.setMeetListener((command) => void performAction(session, meet, command));
}

function untilJoined({ state }: MeetSession): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = effect(() => {
    const phase = state.value?.phase;
    if (phase === 'joined' || phase === 'ended') resolve(phase === 'joined');
  });
  return promise.finally(stop);
}

/** The host page must receive the end before the view is removed. */
function untilEnded({ state }: MeetSession): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (state.value?.phase === 'ended') resolve();
    });
    setTimeout(() => {
      stop();
      resolve();
    }, END_MS);
  });
}

const isIn = (phase: MeetState['phase']) => phase === 'joined' || phase === 'reconnecting';

async function performAction(
  session: EmbedSession,
  meet: MeetSession,
  { action, user_id: userId }: MeetFrame,
): Promise<void> {
  const isAbout = action !== 'leave' && action !== 'end' && action !== 'unshare';
  if (isAbout && !(await untilJoined(meet))) return session.fail(412, meetErrors.notJoined);
  const { value: state } = meet.state;
  const refuse = (status: number, message: string) => session.fail(status, message);
  switch (action) {
    case 'leave':
      meet.leave();
      break;
    case 'end':
      if (state?.role === 'host' && isIn(state.phase) && (await meet.host('end'))) await untilEnded(meet);
      else meet.leave();
      break;
    case 'share':
      if (navigator.userActivation?.isActive === false) toast(text.pressShare);
      else await meet.screen.start();
      return;
    case 'unshare':
      meet.screen.stop();
      return;
    case 'start_recording':
    case 'stop_recording':
      if (state?.role !== 'host') refuse(403, meetErrors.notHost);
      else await meet.host(action);
      return;
    case 'make_host': {
      const person = state?.participants.find((each) => each.user_id === userId || each.id === userId);
      if (state?.role !== 'host') refuse(403, meetErrors.notHost);
      else if (!person) refuse(404, meetErrors.noMember);
      else await meet.host('make_host', person.id);
      return;
    }
  }
  session.send({ type: 'closed' });
  if (session.boot.is_popup) window.close();
}
