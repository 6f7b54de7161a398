import assert from 'node:assert/strict';
import {
  type Actors,
  type Answer,
  adminOf,
  type CreatedUser,
  createActors,
  expectRefusal,
  outsiders,
} from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let actors: Actors;
let admin: CreatedUser;
beforeAll(async () => {
  actors = await createActors(service);
  admin = await adminOf(service, actors.users.owner);
});

async function prepare(binderId: string) {
  const { owner, editor, viewer } = actors.users;
  const workflow = createWorkflow(service, { binderId, owner });
  const transaction = await workflow.create([stepFor(viewer), stepFor(owner)], editor.token);
  const [stepId = 0] = transaction.steps;
  return { workflow, ...transaction, stepId, path: `${workflow.path(transaction.id, stepId)}/assignee` };
}
const reassign = (path: string, json: unknown, { token }: { token: string }) =>
  service.call('POST', path, { token, json });
const refused = ({ status, body }: Answer, expected: number) =>
  assert.equal(status, expected, JSON.stringify(body));
const assigneesOf = async (workflow: Workflow, id: number) =>
  (await workflow.steps(id)).map(({ assignee }) => assignee.user_id);

test('[TX-43] [BINDER-13] the creator and the owner reassign a step, and nobody else in the binder', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 403, reader: 403 },
    changes: true,
    prepare,
    call: (actor, _, { path }) => actor.call('POST', path, { json: { user_id: actors.users.bot.id } }),
  }));

test('[TX-43] an editor or a bot reassigns what is their own, a viewer nothing', async () => {
  const { owner, editor, viewer, bot } = actors.users;
  const rows: [CreatedUser, number][] = [
    [bot, 200],
    [editor, 403],
    [viewer, 403],
  ];
  for (const [who, status] of rows) {
    const binderId = await actors.fixture();
    const workflow = createWorkflow(service, { binderId, owner });
    const transaction = await workflow.create([stepFor(viewer)], bot.token);
    const path = `${workflow.path(transaction.id, transaction.steps[0])}/assignee`;
    assert.equal((await reassign(path, { user_id: editor.id }, who)).status, status, who.name);
  }
  const binderId = await actors.fixture();
  const { path } = await prepare(binderId);
  const json = { type: 'BOARD_READ_ONLY' };
  await service.call('POST', `/${binderId}/users/${editor.id}`, { token: owner.token, json });
  refused(await reassign(path, { user_id: owner.id }, editor), 403);
});

test('[TX-43] an admin of the binder’s org reassigns, in the binder and out of it; no other admin does', async () => {
  const { owner, otherOrg, otherPartner, editor, viewer } = actors.users;
  const inside = await adminOf(service, owner);
  const elsewhere = await adminOf(service, otherOrg);
  const foreign = await adminOf(service, otherPartner);
  const partnerAdmin = await service.make.user({ partner: { id: owner.partnerId, orgId: otherOrg.orgId } });
  await service.env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [partnerAdmin.id]);
  const rows: [string, { token: string }, number][] = [
    ['an admin who is no member', admin, 200],
    ['an admin who is a viewer', inside, 200],
    ['an admin of the partner', partnerAdmin, 200],
    ['an admin with a token that only reads', { token: admin.readToken }, 403],
    ['an admin of another org', elsewhere, 403],
    ['an admin of another partner', foreign, 403],
  ];
  for (const [what, who, status] of rows) {
    const binderId = await service.make.binder(owner, [
      { user: editor, role: 'editor' },
      { user: viewer, role: 'viewer' },
      { user: inside, role: 'viewer' },
    ]);
    const { workflow, path, id } = await prepare(binderId);
    const answer = await reassign(path, { user_id: owner.id }, who);
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    assert.deepEqual(
      await assigneesOf(workflow, id),
      [status === 200 ? owner.id : viewer.id, owner.id],
      what,
    );
    const read = await service.call('GET', workflow.path(id), who);
    assert.equal(read.status, who === inside ? 200 : 403, what);
  }
  const { body } = await service.call('GET', `/orgs/${owner.orgId}/audit?action=step.reassign`, admin);
  const emittedDetails = body.data.entries.map(
    ({ details }: { details: Record<string, unknown> }) => details.user_id,
  );
  assert.deepEqual(
    emittedDetails,
    [owner.id, owner.id, owner.id],
    'what an admin did stands in the audit list',
  );
});

test('[TX-43] the person is named by id, by unique id or by address, and is a member who is not disabled', async () => {
  const { owner, editor, viewer, sameOrg, otherOrg, otherPartner } = actors.users;
  const binderId = await actors.fixture();
  const { workflow, path, id } = await prepare(binderId);
  const { orgId: org_id } = owner;
  const ways = [
    { user_id: editor.id },
    { unique_id: owner.uniqueId, org_id },
    { email: editor.email?.toUpperCase(), org_id },
    { user_id: owner.id, unique_id: owner.uniqueId, email: owner.email, org_id },
  ];
  for (const way of ways) {
    const answer = await reassign(path, way, editor);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const assigneeId = 'user_id' in way ? way.user_id : 'unique_id' in way ? owner.id : editor.id;
    assert.equal((await assigneesOf(workflow, id))[0], assigneeId);
  }
  const disabled = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.call('POST', `/${binderId}/addorguser`, {
    token: owner.token,
    json: { users: [{ user: { id: disabled.id } }] },
  });
  await service.call('POST', `/orgs/${owner.orgId}/users/${disabled.id}`, {
    token: admin.token,
    json: { disabled: true },
  });
  const before = await workflow.state();
  const refusals: [object, number, string][] = [
    [{ user_id: disabled.id }, 412, 'user_id'],
    [{ unique_id: disabled.uniqueId, org_id }, 412, 'unique_id'],
    [{ user_id: sameOrg.id }, 412, 'user_id'],
    [{ user_id: otherOrg.id }, 412, 'user_id'],
    [{ user_id: otherPartner.id }, 412, 'user_id'],
    [{ user_id: 'U0000000000000000000000' }, 412, 'user_id'],
    [{ user_id: owner.id, email: editor.email, org_id }, 412, 'user_id'],
    [{ unique_id: 'x' }, 400, 'org_id'],
    [{ email: 'x@y.example' }, 400, 'org_id'],
    [{}, 400, ''],
    [{ user_id: 7 }, 400, 'user_id'],
  ];
  for (const [json, status, field] of refusals)
    expectRefusal(await reassign(path, json, editor), status, field, JSON.stringify(json));
  const { body } = await reassign(path, { user_id: disabled.id }, editor);
  assert.match(body.message, /is disabled/);
  assert.deepEqual(await workflow.state(), before);
  assert.equal((await reassign(path, { user_id: owner.id }, editor)).status, 200);
  assert.deepEqual(await workflow.state(), before);
  assert.equal(viewer.id === owner.id, false);
});

test('[TX-44] both people are told in the chat; log, audit, history and receipt have who it was and who it is', async () => {
  const { owner, editor, viewer } = actors.users;
  const binderId = await actors.fixture();
  const { workflow, path, id, steps, stepId } = await prepare(binderId);
  const seq = await workflow.seq();
  assert.equal((await reassign(path, { user_id: owner.id }, editor)).status, 200);
  const [entry, message, ...rest] = await workflow.feed(seq);
  assert.deepEqual(rest, []);
  assert.deepEqual(
    [entry?.kind, entry?.body],
    [
      'step_reassigned',
      {
        id: stepId,
        transaction_id: id,
        user_id: owner.id,
        name: owner.name,
        previous_user_id: viewer.id,
        previous_name: viewer.name,
      },
    ],
  );
  assert.deepEqual(
    [message?.kind, message?.body.reply_to, message?.body.mentions, message?.body.is_feed],
    ['message_posted', { transaction: { id } }, [owner.id, viewer.id], true],
  );
  refused(await workflow.press(id, stepId, viewer.token), 403);
  for (const step of steps) assert.equal((await workflow.press(id, step, owner.token)).status, 200);
  const audit = await service.call('GET', `${workflow.path(id)}/audit`, { token: viewer.token });
  assert.deepEqual(
    audit.body.data.entries.map(({ kind }: { kind: string }) => kind),
    ['transaction_created', 'step_reassigned', 'step_completed', 'step_completed', 'transaction_ended'],
  );
  const past = await service.call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, { token: owner.token });
  assert.equal(past.body.data.steps[0].assignee.user_id, viewer.id);
  const receipt = await fetch(`${service.base}${workflow.path(id)}/receipt`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(receipt.status, 200);
  assert.match(
    await receipt.text(),
    new RegExp(`reassigned a step from “${viewer.name}” to “${owner.name}”`),
  );
});

test('[TX-45] of presses and reassignments at once each is whole: who has answered is whom it waited for', async () => {
  const { owner, editor, viewer } = actors.users;
  for (let round = 0; round < 12; round++) {
    const { path, workflow, id, stepId } = await prepare(await actors.fixture());
    const calls = [
      () => workflow.press(id, stepId, viewer.token),
      () => reassign(path, { user_id: owner.id }, editor),
      () => reassign(path, { user_id: editor.id }, owner),
    ];
    const rotated = [...calls.slice(round % 3), ...calls.slice(0, round % 3)];
    const answers = await Promise.all(rotated.map((call) => call()));
    for (const { status } of answers) assert.ok([200, 403, 409].includes(status), String(status));
    const [step] = await workflow.steps(id);
    const kinds = (await workflow.feed()).map(({ kind }) => kind);
    const isPressed = kinds.includes('step_completed');
    assert.equal(step?.status, isPressed ? 'completed' : 'current');
    const reassigned = kinds.filter((kind) => kind === 'step_reassigned').length;
    if (isPressed) assert.deepEqual([step?.assignee.user_id, reassigned], [viewer.id, 0]);
    else assert.ok(reassigned > 0 && step?.assignee.user_id !== viewer.id);
  }
});

test('[TX-43] [IDEM-2] a retry with the same key reassigns once', async () => {
  const { owner, editor } = actors.users;
  const { path, workflow } = await prepare(await actors.fixture());
  const send = () =>
    service.call('POST', path, {
      token: editor.token,
      json: { user_id: owner.id },
      headers: { 'idempotency-key': 'reassign-1' },
    });
  assert.deepEqual([(await send()).status, (await send()).status], [200, 200]);
  const kinds = (await workflow.feed()).filter(({ kind }) => kind === 'step_reassigned');
  assert.equal(kinds.length, 1);
});
