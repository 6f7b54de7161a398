import assert from 'node:assert/strict';
import { adminOf, type CreatedUser, openRealtime, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { announceDepartures } from './index.ts';

let service: TestService;
let owner: CreatedUser;
let editor: CreatedUser;
let partnerAdmin: CreatedUser;
beforeAll(async () => {
  service = await startService();
  ({ owner, editor } = await service.make.cast());
  partnerAdmin = await adminOf(service, owner);
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [partnerAdmin.id]);
});
afterAll(() => service.close());

const sameOrg = () => service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });

async function change(path: string, json: object): Promise<void> {
  const { status, body } = await service.call('POST', path, { token: partnerAdmin.token, json });
  assert.equal(status, 200, body.message);
}

async function waitingFor(assignee: { id: string; name: string }, creator = owner, binderOwner = owner) {
  const binderId = await service.make.binder(binderOwner, [
    ...(assignee.id === binderOwner.id ? [] : [{ user: assignee as CreatedUser, role: 'editor' as const }]),
    ...[editor, creator]
      .filter(({ id }) => id !== assignee.id && id !== binderOwner.id)
      .map((user) => ({ user, role: 'editor' as const })),
  ]);
  const workflow = createWorkflow(service, { binderId, owner: binderOwner });
  const { id } = await workflow.create([stepFor(assignee as CreatedUser)], creator.token);
  let seq = await workflow.seq();
  return {
    binderId,
    async announced(): Promise<[kinds: string[], unavailable: string | undefined]> {
      await announceDepartures(service.env);
      const { body } = await service.call('GET', `/${binderId}/feed?after=${seq}`, { token: editor.token });
      const entries: { kind: string; seq: number }[] = body.data.entries;
      seq = entries.at(-1)?.seq ?? seq;
      const read = await service.call('GET', workflow.path(id), { token: editor.token });
      return [entries.map(({ kind }) => kind), read.body.data.steps[0].assignee.unavailable];
    },
    async lastMessage(): Promise<{ text: string; mentions?: string[] }> {
      const { body } = await service.call('GET', `/${binderId}/feed?after=0`, { token: editor.token });
      return body.data.entries.at(-1).body;
    },
  };
}

const GONE = [['member_disabled', 'step_assignee_unavailable', 'message_posted'], 'disabled'];
const BACK = [['member_enabled', 'step_assignee_available'], undefined];
const NOTHING: string[] = [];

test('[TX-46] whoever of a disabled org is waited for is announced once, and again when the org is enabled', async () => {
  const orgId = await service.make.org(owner.partnerId);
  const person = await service.make.user({ partner: { id: owner.partnerId, orgId } });
  const disabled = await service.make.user({ partner: { id: owner.partnerId, orgId } });
  const one = await waitingFor(person);
  const other = await waitingFor(disabled);
  await change(`/orgs/${orgId}/users/${disabled.id}`, { disabled: true });
  assert.deepEqual(await other.announced(), GONE);
  await change(`/orgs/${orgId}`, { disabled: true });
  assert.deepEqual(await one.announced(), GONE);
  assert.deepEqual(await other.announced(), [NOTHING, 'disabled'], 'who was disabled before');
  await change(`/orgs/${orgId}`, { disabled: true });
  assert.deepEqual(await one.announced(), [NOTHING, 'disabled'], 'again');
  await change(`/orgs/${orgId}/users/${disabled.id}`, { disabled: false });
  assert.deepEqual(await other.announced(), [NOTHING, 'disabled'], 'while the org is disabled');
  await change(`/orgs/${orgId}`, { name: 'Renamed' });
  await change(`/orgs/${orgId}`, { disabled: false });
  assert.deepEqual(await one.announced(), BACK);
  assert.deepEqual(await other.announced(), BACK);
  await change(`/orgs/${orgId}`, { disabled: false });
  assert.deepEqual(await one.announced(), [NOTHING, undefined]);
});

test('[TX-46] a person who is disabled twice is announced once', async () => {
  const person = await sameOrg();
  const { announced } = await waitingFor(person);
  const path = `/orgs/${person.orgId}/users/${person.id}`;
  for (const [disabled, expected] of [
    [true, GONE],
    [true, [NOTHING, 'disabled']],
    [false, BACK],
    [false, [NOTHING, undefined]],
  ] as const) {
    await change(path, { disabled });
    assert.deepEqual(await announced(), expected);
  }
});

test('[TX-46] [TX-47] a bot whose app is withdrawn from all orgs cannot be waited for', async () => {
  const bot = await service.make.bot({
    orgId: owner.orgId,
    partner: { id: owner.partnerId, orgId: owner.orgId },
  });
  const { binderId, announced } = await waitingFor({ id: bot.userId, name: bot.name });
  const path = `/partners/${owner.partnerId}/bots/${bot.clientId}`;
  await change(path, { disabled: true });
  assert.deepEqual(await announced(), GONE);
  const todo = { name: 'x', assignee_id: bot.userId };
  const refused = await service.call('POST', `/${binderId}/todos`, { token: owner.token, json: todo });
  assert.equal(refused.status, 412);
  assert.match(refused.body.message, /is disabled/);
  const steps = [stepFor({ id: bot.userId, name: bot.name } as CreatedUser)];
  const input = { title: 't', content: '', steps };
  const transaction = await service.call('POST', `/${binderId}/transactions`, {
    token: owner.token,
    json: input,
  });
  assert.equal(transaction.status, 412);
  await change(path, { disabled: true });
  assert.deepEqual(await announced(), [NOTHING, 'disabled']);
  await change(path, { disabled: false });
  assert.deepEqual(await announced(), BACK);
});

test('[TX-46] where neither creator nor owner can act, admins among the members are named, and without any the editors', async () => {
  const [removed, person] = [await sameOrg(), await sameOrg()];
  const one = await waitingFor(person, removed, removed);
  const other = await waitingFor(person, removed, removed);
  const todo = await service.call('POST', `/${other.binderId}/todos`, {
    token: removed.token,
    json: { name: 'Call back', assignee_id: person.id },
  });
  assert.equal(todo.status, 200);
  const inside = await adminOf(service, owner);
  const added = await service.call('POST', `/${one.binderId}/addorguser`, {
    token: removed.token,
    json: { users: [{ user: { id: inside.id } }], type: 'BOARD_READ_ONLY' },
  });
  assert.equal(added.status, 200);
  for (const { id } of [removed, person]) {
    await change(`/orgs/${owner.orgId}/users/${id}`, { disabled: true });
    await announceDepartures(service.env);
  }
  const toAdmin = await one.lastMessage();
  assert.deepEqual(toAdmin.mentions, [inside.id]);
  assert.match(toAdmin.text, /Reassign the step to another person\.$/);
  const ofTodo = await other.lastMessage();
  assert.deepEqual(ofTodo.mentions, [editor.id]);
  assert.match(ofTodo.text, /Assign it to another person\.$/);
  const { body } = await service.call('GET', `/${other.binderId}/feed?after=0`, { token: editor.token });
  const ofStep = body.data.entries.at(-2).body;
  assert.deepEqual(ofStep.mentions, [editor.id]);
  assert.match(ofStep.text, /Ask an admin of the organisation to reassign the step\.$/);
});

test('[MEMBER-20] a disabled member is marked in each binder without moving it up, and no longer after being enabled', async () => {
  const person = await sameOrg();
  const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
  const client = await openRealtime(service, owner.token);
  client.send({ type: 'subscribe', id: 1, binder_id: binderId });
  await client.take('snapshot');
  const read = async () => (await service.call('GET', `/${binderId}`, { token: owner.token })).body.data;
  const before = await read();
  for (const disabled of [true, false]) {
    service.clock.advance(60_000);
    await change(`/orgs/${person.orgId}/users/${person.id}`, { disabled });
    await announceDepartures(service.env);
    const { entries } = await client.take('entries');
    const kind = disabled ? 'member_disabled' : 'member_enabled';
    assert.deepEqual(
      entries.map((entry) => [entry.kind, entry.body, entry.changes.map(({ type }) => type)]),
      [[kind, { user_id: person.id, name: person.name }, ['member', 'binder']]],
    );
    const [changed] = entries[0]?.changes ?? [];
    assert.equal(changed?.type === 'member' && changed.value?.disabled, disabled || undefined);
    const { users, updated_time } = await read();
    const member = users.find(({ user }: { user: { id: string } }) => user.id === person.id);
    assert.deepEqual([member.disabled, updated_time], [disabled || undefined, before.updated_time]);
  }
  await client.close();
});
