import assert from 'node:assert/strict';
import { type Actors, createActors, expectRefusal, outsiders, startService } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const WORKING_HOURS = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' };
const change = (token: string, json: object, on = service) => on.call('POST', '/me', { token, json });
const personFor = async (token: string, id: string) =>
  (await service.call('GET', `/users/${id}`, { token })).body.data;

test('[USER-6] people of the same org or of a common binder read a person, and nobody else', async () => {
  await actors.check({
    expected: {
      ...outsiders,
      owner: 200,
      editor: 200,
      viewer: 200,
      bot: 200,
      reader: 200,
      sameOrg: 200,
      otherOrg: 404,
      otherPartner: 404,
    },
    changes: false,
    call: ({ call }) => call('GET', `/users/${actors.users.owner.id}`),
  });
});

test('[USER-6] a person of another org is read through a common binder while it exists', async () => {
  const partner = await service.make.partner();
  const me = await service.make.user({ partner });
  const guest = await service.make.user({ partner, orgId: await service.make.org(partner.id) });
  const read = () => service.call('GET', `/users/${guest.id}`, { token: me.token });
  assert.equal((await read()).status, 404);
  const binderId = await service.make.binder(me, [{ user: guest, role: 'viewer' }]);
  assert.equal((await read()).body.data.name, guest.name);
  await service.call('DELETE', `/${binderId}`, { token: me.token });
  assert.equal((await read()).status, 404);
});

test('[USER-6] a disabled person is 404, as is an unknown one', async () => {
  const partner = await service.make.partner();
  const me = await service.make.user({ partner });
  const gone = await service.make.user({ partner });
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [gone.id]);
  for (const id of [gone.id, `U${'0'.repeat(22)}`])
    assert.equal((await service.call('GET', `/users/${id}`, { token: me.token })).status, 404, id);
});

test('[USER-7] title and working hours are stored, shown to others, and removed', async () => {
  const { owner, editor } = actors.users;
  await change(owner.token, {
    title: ' Head of claims ',
    timezone: 'Asia/Tokyo',
    working_hours: WORKING_HOURS,
  });
  const { title, timezone, working_hours, email } = await personFor(editor.token, owner.id);
  assert.deepEqual(
    [title, timezone, working_hours, email],
    ['Head of claims', 'Asia/Tokyo', WORKING_HOURS, owner.email],
  );
  await change(owner.token, { title: '', working_hours: { ...WORKING_HOURS, days: [] } });
  const cleared = await personFor(editor.token, owner.id);
  assert.deepEqual([cleared.title, 'working_hours' in cleared], ['', false]);
});

test('[USER-7] a default time zone applies only to a person who has none', async () => {
  const me = await service.make.user({ partner: await service.make.partner() });
  const zoneAfter = async (json: object) => {
    assert.equal((await change(me.token, json)).status, 200);
    return (await personFor(me.token, me.id)).timezone;
  };
  assert.equal(await zoneAfter({ default_timezone: '' }), '');
  assert.equal(await zoneAfter({ default_timezone: 'Asia/Tokyo' }), 'Asia/Tokyo');
  assert.equal(await zoneAfter({ default_timezone: 'Europe/Berlin' }), 'Asia/Tokyo');
  assert.equal(await zoneAfter({ timezone: '', default_timezone: 'Europe/Berlin' }), '');
  expectRefusal(await change(me.token, { default_timezone: 'Mars/Base' }), 400, 'default_timezone');
});

test('[USER-7] [USER-8] each bad field of the profile and the status is named', async () => {
  const { owner } = actors.users;
  const hours = (changed: object) => ({ working_hours: { ...WORKING_HOURS, ...changed } });
  for (const [json, field] of [
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ title: '\u202e' }, 'title'],
    [hours({ days: [0] }), 'working_hours.days[0]'],
    [hours({ days: [1, 1] }), 'working_hours.days'],
    [hours({ from: '24:00' }), 'working_hours.from'],
    [hours({ to: '9:00' }), 'working_hours.to'],
    [hours({ to: '09:00' }), 'working_hours.to'],
    [{ working_hours: null }, 'working_hours'],
    [{ status: { text: 'x'.repeat(101) } }, 'status.text'],
    [{ status: { emoji: 'ab' } }, 'status.emoji'],
    [{ status: { emoji: '🌱🌱' } }, 'status.emoji'],
    [{ status: { availability: 'gone' } }, 'status.availability'],
    [{ status: { text: 'x', until_time: 1 } }, 'status.until_time'],
    [{ status: { text: 'x', until_time: 1e300 } }, 'status.until_time'],
  ] as const)
    expectRefusal(await change(owner.token, json), 400, field);
});

test('[USER-8] a status is replaced, read by others and in the members of a binder, and removed', async () => {
  const { owner, editor } = actors.users;
  const binderId = await service.make.binder(owner, [{ user: editor, role: 'editor' }]);
  const statusInBinder = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: editor.token });
    return body.data.users.find(({ user }: { user: { id: string } }) => user.id === owner.id).user.status;
  };
  await change(owner.token, { status: { text: 'On a train', emoji: '🚆', availability: 'away' } });
  const first = { text: 'On a train', emoji: '🚆', availability: 'away' };
  assert.deepEqual((await personFor(editor.token, owner.id)).status, first);
  assert.deepEqual(await statusInBinder(), first);
  const asOf = service.env.clock.now();
  await change(owner.token, { status: { availability: 'do_not_disturb' } });
  const second = { text: '', emoji: '', availability: 'do_not_disturb' };
  assert.deepEqual((await personFor(editor.token, owner.id)).status, second);
  const members = await service.call('GET', `/${binderId}/users?as_of=${asOf}`, { token: editor.token });
  assert.ok(members.body.data.users.every(({ user }: { user: object }) => !('status' in user)));
  await change(owner.token, { first_name: 'Olga' });
  assert.deepEqual((await personFor(editor.token, owner.id)).status, second, 'other changes leave it');
  await change(owner.token, { status: {} });
  assert.ok(!('status' in (await personFor(editor.token, owner.id))));
  assert.equal(await statusInBinder(), undefined);
});

test('[USER-8] a status ends by the clock of the environment', async () => {
  const own = await startService();
  const resume = own.clock.freeze();
  try {
    const user = await own.make.user();
    const status = async () => (await own.call('GET', '/me', { token: user.token })).body.data.status;
    const until = own.clock.now() + 60_000;
    await change(user.token, { status: { text: 'Lunch', until_time: until } }, own);
    assert.equal((await status()).until_time, until);
    own.clock.advance(59_000);
    assert.equal((await status()).text, 'Lunch');
    own.clock.advance(1_000);
    assert.equal(await status(), undefined);
  } finally {
    resume();
    await own.close();
  }
});
