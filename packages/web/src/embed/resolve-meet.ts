import { RingbinderError, unwrap } from '@ringbinder/client';
import type { Meet } from '@ringbinder/protocol';
import { meetErrors } from '../strings/en/module-errors.ts';
import { embedMeet as text } from '../strings/messages/embed-meet.ts';
import { chooseBinder, makeBinder, meansBinder } from './choose-binder.ts';
import { inviteMembers } from './invite-members.ts';
import { flag, group, word } from './options.ts';
import type { EmbedSession } from './session.ts';

export interface RequestedMeet {
  meet: Pick<Meet, 'id' | 'session_key' | 'schedule_binder_id' | 'name'>;
  isResumed: boolean;
}

export const meetKeyOf = ({ options }: EmbedSession): string | undefined =>
  word(options.peek(), 'session_key') ?? word(options.peek(), 'meet_id');

/**
 * Throws RingbinderError: 400 if `joinMeet` names no meet, 409 if another user's meet is running, 412 if the
 * named meet is over.
 */
export async function resolveMeet(session: EmbedSession, me: string): Promise<RequestedMeet> {
  const key = meetKeyOf(session);
  if (key !== undefined) return { meet: await readMeet(session, key), isResumed: false };
  if (session.call === 'joinMeet') throw refusal(400, 'INVALID_REQUEST', meetErrors.noKey);
  const options = session.options.peek();
  const planned = word(options, 'schedule_binder_id');
  const topic = word(options, 'topic');
  const binderId = planned ?? (await binderOf(session, topic));
  const { api } = session.client;
  const params = { path: { binder_id: binderId }, query: {} };
  const { meets } = await unwrap(api.GET('/{binder_id}/meets', { params }));
  const running = meets.find(({ status }) => status === 'SESSION_STARTED');
  if (running && running.host.id !== me)
    throw refusal(409, 'CONFLICT', meetErrors.elsewhere(running.session_key));
  if (running) return { meet: running, isResumed: true };
  const next = planned && nextOf(meets);
  if (next) return { meet: next, isResumed: false };
  const isRecorded = flag(group(group(options, 'extension'), 'save_meet'), 'auto_record');
  const body = { ...(topic && { name: topic }), ...(isRecorded && { auto_recording: true }) };
  const created = await unwrap(
    api.POST('/{binder_id}/meets', { params: { path: { binder_id: binderId } }, body }),
  );
  await inviteMembers(session, { binderId, sessionKey: created.session_key, me });
  return { meet: created, isResumed: false };
}

async function readMeet({ client }: EmbedSession, key: string): Promise<Meet> {
  const meet = await unwrap(
    client.api.GET('/meets/{session_key}', { params: { path: { session_key: key } } }),
  );
  if (meet.status === 'SESSION_ENDED') throw refusal(412, 'PRECONDITION_FAILED', meetErrors.over);
  return meet;
}

const binderOf = (session: EmbedSession, topic: string = text.binderName): Promise<string> =>
  meansBinder(session) ? chooseBinder(session) : makeBinder(session, topic, []);

function nextOf(meets: readonly Meet[]): Meet | undefined {
  const planned = meets.filter(({ status }) => status === 'SESSION_SCHEDULED');
  return planned.toSorted((one, other) => one.start_time - other.start_time)[0];
}

const refusal = (status: number, code: string, message: string) =>
  new RingbinderError(message, { status, code: `RESPONSE_ERROR_${code}` });
