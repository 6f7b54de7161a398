import assert from 'node:assert/strict';
import type { Notification } from '@ringbinder/protocol';
import { type CreatedUser, fileForm, startService, type TestService, uploadFile } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { enter, hello } from '../meet-rooms/testing/meet-client.ts';
import { newGuest, newLink } from '../meet-rooms/testing/meet-people.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
let owner: CreatedUser;
let ann: CreatedUser;
let bea: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner } = await service.make.cast());
  const ofPartner = { partner: { id: owner.partnerId, orgId: owner.orgId } };
  [ann, bea] = [await service.make.user(ofPartner), await service.make.user(ofPartner)];
  const members = [ann, bea].map((user) => ({ user, role: 'editor' as const }));
  binderId = await service.make.binder(owner, members);
});

async function list(person: CreatedUser): Promise<Notification[]> {
  await catchUpAll(service.env, activity);
  const { status, body } = await service.call('GET', '/me/notifications', { token: person.token });
  assert.equal(status, 200, body.message);
  return body.data.notifications;
}

async function ofType(person: CreatedUser, type: Notification['type']): Promise<Notification[]> {
  return (await list(person)).filter((item) => item.type === type);
}

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const read = (ids: string[], token = ann.token) => send('/me/notifications/read', { ids }, token);
const readAgain = () =>
  service.env.db.query(`UPDATE binders SET epoch = epoch || '+' WHERE id = $1`, [binderId]);
const upload = (name: string, { token } = owner) =>
  uploadFile(service, { binderId, token }, `Text of ${name}`, name);
const shown = (items: readonly Notification[]) =>
  items.map(({ user, page, count }) => [user.id, page?.name, count]);

test('[NOTIFY-33] a call that ended is missed by the members who had not joined, once and unread', async () => {
  const { session_key } = await send(`/${binderId}/meets`, { name: 'Quick question' });
  const { client: caller } = await enter(service, session_key, owner.token);
  const { client } = await enter(service, session_key, bea.token);
  const guest = await hello(
    service,
    session_key,
    await newGuest(service, (await newLink(service, session_key, owner)).secret),
  );
  assert.deepEqual(await ofType(ann, 'meet_missed'), []);
  await send(`/meets/${session_key}/end`, {});
  const [missed, ...others] = await ofType(ann, 'meet_missed');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [missed?.user.id, missed?.meet?.session_key, missed?.meet?.name],
    [owner.id, session_key, 'Quick question'],
  );
  assert.equal(missed?.read_time, undefined);
  assert.ok(missed?.meet && missed.meet.start_time <= missed.time);
  const [started] = await ofType(ann, 'meet_started');
  assert.equal(typeof started?.read_time, 'number');
  for (const person of [owner, bea]) assert.deepEqual(await ofType(person, 'meet_missed'), []);
  await readAgain();
  assert.deepEqual(await ofType(ann, 'meet_missed'), [missed]);
  await read([missed.id]);
  assert.equal(typeof (await ofType(ann, 'meet_missed'))[0]?.read_time, 'number');
  for (const each of [caller, client, guest]) each.cut();
});

test('[NOTIFY-33] a planned meet, a call that nobody joined or before one was a member, and one that another ended are not missed', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const at = (minutes: number) => service.clock.now() + minutes * 60_000;
  const plan = { binder_id: binderId, name: 'Review', start_time: at(30), end_time: at(60) };
  const planned = await send('/meets/schedule', plan);
  const { client } = await enter(service, planned.session_key, owner.token);
  await send(`/meets/${planned.session_key}/end`, {});
  client.cut();
  assert.deepEqual(await ofType(ann, 'meet_missed'), []);

  const empty = await send(`/${binderId}/meets`, { name: 'Cancelled before anybody joined' }, bea.token);
  await send(`/meets/${empty.session_key}/end`, {}, bea.token);
  assert.deepEqual(await ofType(ann, 'meet_missed'), []);

  const call = await send(`/${binderId}/meets`, { name: 'Call' }, bea.token);
  const { client: caller } = await enter(service, call.session_key, bea.token);
  await send(`/meets/${call.session_key}/end`, {});
  caller.cut();
  assert.deepEqual(await ofType(owner, 'meet_missed'), []);
  const [missed] = await ofType(ann, 'meet_missed');
  assert.equal(missed?.user.id, bea.id);

  service.clock.advance(1_000);
  const carl = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await send(`/${binderId}/inviteuser`, { users: [{ user: { id: carl.id } }] });
  await readAgain();
  assert.deepEqual(await ofType(carl, 'meet_missed'), []);
});

test('[NOTIFY-34] documents that one person adds are one notification, which counts them', async () => {
  for (let number = 1; number <= 20; number++) await upload(`Contract ${number}.txt`);
  await upload('From Bea.txt', bea);
  assert.deepEqual(shown(await ofType(ann, 'page_shared')), [
    [bea.id, 'From Bea.txt', 1],
    [owner.id, 'Contract 1.txt', 20],
  ]);
  assert.deepEqual(shown(await ofType(owner, 'page_shared')), [[bea.id, 'From Bea.txt', 1]]);
  await upload('Contract 21.txt');
  const [bundled] = await ofType(ann, 'page_shared');
  assert.equal(bundled?.count, 21);
  await readAgain();
  assert.deepEqual((await ofType(ann, 'page_shared'))[0], bundled);
});

test('[NOTIFY-34] what comes after the notification was read, or an hour later, is another', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await upload('One.txt');
  const [one] = await ofType(ann, 'page_shared');
  assert.ok(one);
  await read([one.id]);
  service.clock.advance(1_000);
  await upload('Two.txt');
  assert.deepEqual(shown(await ofType(ann, 'page_shared')), [
    [owner.id, 'Two.txt', 1],
    [owner.id, 'One.txt', 1],
  ]);
  assert.deepEqual(shown(await ofType(bea, 'page_shared')), [[owner.id, 'One.txt', 2]]);
  service.clock.advance(HOUR_MS);
  await upload('Three.txt');
  assert.deepEqual(shown(await ofType(bea, 'page_shared')), [
    [owner.id, 'Three.txt', 1],
    [owner.id, 'One.txt', 2],
  ]);
  const before = await ofType(bea, 'page_shared');
  await readAgain();
  assert.deepEqual(await ofType(bea, 'page_shared'), before);
  const { binder_comment_id } = await send(`/${binderId}/messages`, { message: { text: 'See them' } });
  await send(`/${binderId}/readmark`, { message_id: binder_comment_id }, bea.token);
  assert.ok((await ofType(bea, 'page_shared')).every(({ read_time }) => read_time !== undefined));
});

test('[NOTIFY-34] a mark from before a later document does not include it', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await upload('One.txt');
  const [one] = await ofType(ann, 'page_shared');
  assert.ok(one);
  service.clock.advance(1_000);
  await upload('Two.txt');
  const [both] = await ofType(ann, 'page_shared');
  assert.deepEqual([both?.count, both?.time], [2, one.time + 1_000]);
  await read([one.id]);
  await send('/me/notifications/read', { up_to: one.time }, ann.token);
  assert.deepEqual(await ofType(ann, 'page_shared'), [both]);
  await read([both?.id ?? '']);
  assert.equal((await ofType(ann, 'page_shared'))[0]?.read_time, service.clock.now());
});

test('[NOTIFY-34] documents that are read again are counted once, also together with new ones', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await upload('One.txt');
  assert.deepEqual(shown(await ofType(ann, 'page_shared')), [[owner.id, 'One.txt', 1]]);
  service.clock.advance(1_000);
  const carl = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await send(`/${binderId}/inviteuser`, { users: [{ user: { id: carl.id } }] });
  await upload('Two.txt');
  await readAgain();
  assert.deepEqual(shown(await ofType(ann, 'page_shared')), [[owner.id, 'One.txt', 2]]);
  assert.deepEqual(shown(await ofType(carl, 'page_shared')), [[owner.id, 'Two.txt', 1]]);
});

test('[NOTIFY-34] a file of a message belongs to the message, and a deleted document is not counted', async () => {
  const form = fileForm('Attached', 'Attached.txt');
  form.set('payload', JSON.stringify({ message: { text: 'Attached' } }));
  const posted = await service.call('POST', `/${binderId}/messages`, { token: owner.token, body: form });
  assert.equal(posted.status, 200, posted.body.message);
  assert.deepEqual(await ofType(ann, 'page_shared'), []);
  await upload('First.txt');
  await upload('Second.txt');
  await send(`/${binderId}/pages`, { type: 'whiteboard' });
  const shared = await ofType(ann, 'page_shared');
  assert.deepEqual(shown(shared), [[owner.id, 'First.txt', 3]]);
  const path = `/${binderId}/pages/${shared[0]?.page?.id}`;
  assert.equal((await service.call('DELETE', path, { token: owner.token })).status, 200);
  assert.deepEqual(shown(await ofType(ann, 'page_shared')), [[owner.id, 'Second.txt', 2]]);
});

const comment = (page: { id: number }, text: string, { token } = bea, mentions: string[] = []) =>
  send(`/${binderId}/pages/${page.id}/comments`, { text, ...(mentions.length > 0 && { mentions }) }, token);

test('[NOTIFY-39] [PCOM-10] a comment or a reply notifies who uploaded the page and who commented on it before, once', async () => {
  const { pages } = await upload('Contract.txt');
  const carl = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await send(`/${binderId}/inviteuser`, { users: [{ user: { id: carl.id } }] });
  const { comment_id } = await comment(pages[0], 'Is 7 % right?');
  const [first, ...others] = await ofType(owner, 'page_commented');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first?.user.id, first?.page, first?.comment, first?.count],
    [bea.id, { id: pages[0].id, name: 'Contract.txt' }, { id: comment_id, text: 'Is 7 % right?' }, undefined],
  );
  for (const person of [ann, bea, carl]) assert.deepEqual(await ofType(person, 'page_commented'), []);
  await send(`/${binderId}/pages/${pages[0].id}/comments`, { text: 'Yes', reply_to: comment_id });
  await comment(pages[0], 'Thanks', ann);
  const texts = async (person: CreatedUser) =>
    (await ofType(person, 'page_commented')).map((item) => item.comment?.text);
  assert.deepEqual(await texts(owner), ['Thanks', 'Is 7 % right?']);
  assert.deepEqual(await texts(bea), ['Thanks', 'Yes']);
  assert.deepEqual(await texts(ann), []);
  await readAgain();
  assert.deepEqual(await texts(bea), ['Thanks', 'Yes']);
});

test('[NOTIFY-39] a person whom the comment mentions has the mention instead', async () => {
  const { pages } = await upload('Contract.txt');
  await comment(pages[0], 'First', ann);
  await comment(pages[0], 'See this @Owner', bea, [owner.id]);
  assert.equal((await ofType(owner, 'mention')).length, 1);
  assert.deepEqual(
    (await ofType(owner, 'page_commented')).map((item) => item.comment?.text),
    ['First'],
  );
  assert.equal((await ofType(ann, 'page_commented')).length, 1);
});

test('[NOTIFY-39] a new version has the uploader of the first, and what was deleted or left is absent', async () => {
  const { pages } = await upload('Contract.txt');
  const version = { token: bea.token, body: fileForm('Other', 'Contract.txt') };
  const { status } = await service.call('POST', `/${binderId}/pages/${pages[0].id}/versions`, version);
  assert.equal(status, 200);
  const { comment_id } = await comment(pages[0], 'Better now', ann);
  assert.equal((await ofType(owner, 'page_commented')).length, 1);
  const path = `/${binderId}/pages/${pages[0].id}/comments/${comment_id}`;
  assert.equal((await service.call('DELETE', path, { token: ann.token })).status, 200);
  assert.deepEqual(await ofType(owner, 'page_commented'), []);
  await comment(pages[0], 'One more', bea);
  assert.deepEqual(await ofType(ann, 'page_commented'), []);
  await send(`/${binderId}/removeuser`, { id: bea.id });
  await comment(pages[0], 'Done', owner);
  assert.deepEqual(await ofType(bea, 'page_commented'), []);
});
