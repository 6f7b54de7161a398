import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedPartner,
  type CreatedUser,
  createActors,
  expectRefusal,
  followCursor,
  outsiders,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const contacts = (user: CreatedUser, query = '') =>
  service.call('GET', `/me/contacts${query}`, { token: user.token });
const namesOf = async (user: CreatedUser): Promise<string[]> =>
  (await contacts(user)).body.data.contacts.map(({ name }: { name: string }) => name);

test('[USER-4] contacts are the people of the own org and of the own binders, by name, each once', async () => {
  const { make, env } = service;
  const partner: CreatedPartner = await make.partner();
  const elsewhere = await make.org(partner.id);
  const user = (name: string, orgId = partner.orgId) => make.user({ partner, orgId, name });
  const me = await user('Me');
  const zoe = await user('zoe');
  const ann = await user('Ann');
  await make.user({ partner, name: 'Bot', isBot: true });
  const disabledUser = await user('Gone');
  await env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [disabledUser.id]);
  const guest = await user('Guest', elsewhere);
  const former = await user('Former', elsewhere);
  await user('Unknown', elsewhere);
  await make.user({ name: 'Stranger' });
  await make.binder(me, [
    { user: guest, role: 'viewer' },
    { user: ann, role: 'editor' },
  ]);
  const deleted = await make.binder(me, [{ user: former, role: 'editor' }]);
  await service.call('DELETE', `/${deleted}`, { token: me.token });
  assert.deepEqual(await namesOf(me), ['Ann', 'Guest', 'zoe']);
  assert.deepEqual(await namesOf(guest), ['Ann', 'Former', 'Me', 'Unknown']);
  const [first] = (await contacts(me)).body.data.contacts;
  assert.deepEqual([first.id, first.email, first.org_id], [ann.id, ann.email, ann.orgId]);
  const walked: string[] = [];
  for await (const data of followCursor((cursor) => contacts(me, `?limit=1${cursor}`)))
    walked.push(...data.contacts.map(({ id }: { id: string }) => id));
  assert.deepEqual(walked, [ann.id, guest.id, zoe.id]);
});

test('[USER-4] a bot sees the people of its binders, and not the directory of the org', async () => {
  const partner = await service.make.partner();
  const owner = await service.make.user({ partner, name: 'Owner' });
  await service.make.user({ partner, name: 'Colleague' });
  const bot = await service.make.bot({ partner });
  const namesOfBot = async () =>
    (await service.call('GET', '/me/contacts', { token: bot.token })).body.data.contacts.map(
      ({ name }: { name: string }) => name,
    );
  assert.deepEqual(await namesOfBot(), []);
  const binderId = await service.make.binder(owner);
  const json = { users: [{ user: { id: bot.userId } }] };
  await service.call('POST', `/${binderId}/inviteuser`, { token: owner.token, json });
  assert.deepEqual(await namesOfBot(), ['Owner']);
});

test('[USER-4] [USER-2] everybody lists the own contacts, and nobody those of another', async () => {
  const everybody = {
    ...outsiders,
    owner: 200,
    editor: 200,
    viewer: 200,
    bot: 200,
    reader: 200,
    sameOrg: 200,
    otherOrg: 200,
    otherPartner: 200,
  };
  await actors.check({
    expected: everybody,
    changes: false,
    call: ({ call }) => call('GET', '/me/contacts'),
  });
  await actors.check({
    expected: { ...outsiders, owner: 200, editor: 403, viewer: 403, bot: 403, reader: 200 },
    changes: false,
    call: ({ call }) => call('GET', `/${actors.users.owner.id}/contacts`),
  });
});

test('[USER-4] [HTTP-24] a limit or cursor that is none is 400 and named', async () => {
  expectRefusal(await contacts(actors.users.owner, '?limit=0'), 400, 'limit');
  expectRefusal(await contacts(actors.users.owner, '?cursor=x'), 400, 'cursor');
});
