import type { MeetClientFrame } from '@ringbinder/protocol';
import { startFamily } from '@ringbinder/server/features/oauth/index.ts';
import type { Cast, CreatedUser, TestService } from '@ringbinder/testkit';
import { hello, type MeetClient } from './meet-client.ts';

export async function startMeet(
  service: TestService,
  { binderId }: Cast,
  { token }: CreatedUser,
): Promise<string> {
  const { body } = await service.call('POST', `/${binderId}/meets`, { token, json: {} });
  return body.data.session_key;
}

export async function scheduleMeet(
  service: TestService,
  { binderId }: Cast,
  { token }: CreatedUser,
): Promise<string> {
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const json = { name: 'Review', starts: at(1), ends: at(2), binder_id: binderId };
  const { body } = await service.call('POST', '/meets/schedule', { token, json });
  return body.data.session_key;
}

export async function newMember(
  service: TestService,
  { binderId, partner, client }: Cast,
  role: 'editor' | 'viewer',
): Promise<CreatedUser> {
  const user = await service.make.user({ partner, client });
  await service.env.db.query(
    `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at) VALUES ($1, $2, $3, 1, 1)`,
    [binderId, user.id, role],
  );
  return user;
}

/** `expiresIn` is in seconds. */
export async function newToken(
  { env }: TestService,
  { client }: Cast,
  { id }: CreatedUser,
  { scope = 'read write', expiresIn = env.config.accessTokenSeconds } = {},
): Promise<string> {
  const config = { ...env.config, accessTokenSeconds: expiresIn };
  return (await startFamily({ ...env, config }, { clientId: client.id, userId: id, scope })).access_token;
}

export async function newLink(service: TestService, sessionKey: string, { token }: CreatedUser) {
  const { body } = await service.call('POST', `/meets/${sessionKey}/links`, { token, json: {} });
  return { id: body.data.id as string, secret: new URL(body.data.url).hash.slice(1) };
}

export async function newGuest(service: TestService, link: string, name = 'Grace'): Promise<string> {
  const { body } = await service.call('POST', '/meets/guests', { json: { link, name } });
  return body.data.token;
}

export async function admit(host: MeetClient, guest: MeetClient, name = 'Grace') {
  const { guests } = await host.take('waiting', (frame) => frame.guests.some((each) => each.name === name));
  await host.host('admit', guests.find((each) => each.name === name)?.id);
  return guest.take('welcome');
}

export async function enterAsGuest(
  service: TestService,
  sessionKey: string,
  { host, owner, name = 'Grace' }: { host: MeetClient; owner: CreatedUser; name?: string },
) {
  const token = await newGuest(service, (await newLink(service, sessionKey, owner)).secret, name);
  const client = await hello(service, sessionKey, token);
  const welcome = await admit(host, client, name);
  return { client, token, welcome, id: welcome.participant_id };
}

let nextId = 100_000;
/** These frames close the connection, possibly only after the response to a ping. */
const CLOSING: ReadonlySet<string> = new Set(['hello', 'token', 'leave']);

/**
 * Returns `taken`, `refused` if a right is missing, or how the connection ended. A frame without a response counts as
 * taken when a ping has its response.
 */
export async function outcomeOf(client: MeetClient, frame: MeetClientFrame): Promise<string> {
  const closed = client.closed.then(({ code }) => `closed ${code}`);
  const isRefusal = (code: string) =>
    code === 'RESPONSE_ERROR_PERMISSION' || code === 'RESPONSE_ERROR_INVALID_TOKEN' ? 'refused' : 'taken';
  if ('id' in frame) {
    const id = nextId++;
    const answered = client.take('refused', (answer) => answer.id === id).then(({ code }) => isRefusal(code));
    const done = client.take('done', (answer) => answer.id === id).then(() => 'taken');
    client.send({ ...frame, id });
    return Promise.any([answered, done, closed]);
  }
  client.send(frame);
  if (CLOSING.has(frame.type)) return closed;
  const before = client.frames.length;
  client.send({ type: 'ping' });
  const pong = client.take('pong').then(() => {
    const refusal = client.frames.slice(before).find((each) => each.type === 'rejected');
    return refusal?.type === 'rejected' ? isRefusal(refusal.code) : 'taken';
  });
  return Promise.any([pong, closed]);
}
