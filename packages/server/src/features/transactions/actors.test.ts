import assert from 'node:assert/strict';
import { type Actors, createActors, fileForm, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type CreatedTransaction, createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const workflowOf = (binderId: string): Workflow =>
  createWorkflow(service, { binderId, owner: actors.users.owner });

const prepare = async (binderId: string): Promise<CreatedTransaction & { path: Workflow['path'] }> => {
  const { owner, editor } = actors.users;
  const workflow = workflowOf(binderId);
  return { ...(await workflow.create([stepFor(owner)], editor.token)), path: workflow.path };
};

const readers = { owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200, ...outsiders };
const writers = { owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403, ...outsiders };
const creatorAndOwner = { owner: 200, editor: 200, viewer: 403, bot: 403, reader: 403, ...outsiders };
const assignee = { owner: 200, editor: 403, viewer: 403, bot: 403, reader: 403, ...outsiders };

test('[TX-1] [BINDER-14] every kind of actor lists transactions as the role allows', () =>
  actors.check({
    expected: readers,
    changes: false,
    prepare,
    call: (actor, _, created) => actor.call('GET', created.path()),
  }));

test('[TX-1] [BINDER-14] every kind of actor reads a transaction as the role allows', () =>
  actors.check({
    expected: readers,
    changes: false,
    prepare,
    call: (actor, _, created) => actor.call('GET', created.path(created.id)),
  }));

test('[TX-11] [BINDER-13] every kind of actor creates a transaction as the role allows', () =>
  actors.check({
    expected: writers,
    changes: true,
    call: (actor, binderId) => {
      const json = { title: 't', content: '', steps: [stepFor(actors.users.viewer)] };
      return actor.call('POST', workflowOf(binderId).path(), { json });
    },
  }));

test('[TX-29] [BINDER-13] every kind of actor changes a transaction as the role allows', () =>
  actors.check({
    expected: creatorAndOwner,
    changes: true,
    prepare,
    call: (actor, _, created) => actor.call('POST', created.path(created.id), { json: { title: 'changed' } }),
  }));

test('[TX-18] every kind of actor presses another’s button as the role allows', () =>
  actors.check({
    expected: assignee,
    changes: true,
    prepare,
    call: (actor, _, created) =>
      actor.call('POST', created.path(created.id, created.steps[0]), {
        json: { click_button_id: 'approve' },
      }),
  }));

test('[TX-109] every kind of actor reminds of another’s transaction as the role allows', () =>
  actors.check({
    expected: creatorAndOwner,
    changes: true,
    async prepare(binderId) {
      const { viewer, editor } = actors.users;
      const workflow = workflowOf(binderId);
      return { ...(await workflow.create([stepFor(viewer)], editor.token)), path: workflow.path };
    },
    call: (actor, _, created) => actor.call('POST', `${created.path(created.id)}/remind`),
  }));

test('[TX-110] every kind of actor views another’s step as the role allows', () =>
  actors.check({
    expected: assignee,
    changes: true,
    prepare,
    call: (actor, _, created) => actor.call('POST', `${created.path(created.id, created.steps[0])}/view`),
  }));

const prepareFiles = async (binderId: string) => {
  const { owner, editor } = actors.users;
  const workflow = workflowOf(binderId);
  const file_requests = [{ id: 'scan', label: 'Scan', max_files: 2 }];
  const step = stepFor(owner, { action_style: 'FILE_REQUEST', file_requests });
  const { id, steps } = await workflow.create([step], editor.token);
  const path = `${workflow.path(id, steps[0])}/files`;
  const body = fileForm('A scan', 'scan.txt');
  const sent = await service.call('POST', `${path}?file_request=scan`, { token: owner.token, body });
  assert.equal(sent.status, 200);
  return { path, fileId: sent.body.data.file_id };
};

test('[TX-86] every kind of actor uploads a file for another’s step as the role allows', () =>
  actors.check({
    expected: assignee,
    changes: true,
    prepare: prepareFiles,
    call: (actor, _, { path }) =>
      actor.call('POST', `${path}?file_request=scan`, { body: fileForm('Another', 'next.txt') }),
  }));

test('[TX-88] every kind of actor withdraws another’s file as the role allows', () =>
  actors.check({
    expected: assignee,
    changes: true,
    prepare: prepareFiles,
    call: (actor, _, { path, fileId }) => actor.call('DELETE', `${path}/${fileId}`),
  }));

test('[TX-29] [BINDER-13] every kind of actor deletes a transaction as the role allows', () =>
  actors.check({
    expected: creatorAndOwner,
    changes: true,
    prepare,
    call: (actor, _, created) => actor.call('DELETE', created.path(created.id)),
  }));

test('[TX-18] every member presses the own button, a viewer and a bot too', async () => {
  const { owner, editor, viewer, bot } = actors.users;
  const workflow = workflowOf(await actors.fixture());
  for (const user of [owner, editor, viewer, bot]) {
    const { id, steps } = await workflow.create([stepFor(user)], editor.token);
    assert.equal((await workflow.press(id, steps[0], user.token)).status, 200, user.name);
  }
});

test('[BINDER-14] a transaction that exists and one that does not look the same from outside', async () => {
  const { owner, otherPartner } = actors.users;
  const workflow = workflowOf(await actors.fixture());
  const { id, steps } = await workflow.create([stepFor(owner)]);
  const { token } = otherPartner;
  const answers = await Promise.all(
    [id, 999_999].flatMap((each) => [
      workflow.get(each, token),
      workflow.update(each, { title: 'x' }, token),
      workflow.remove(each, token),
      workflow.press(each, steps[0], token),
    ]),
  );
  for (const { status, body } of answers) {
    assert.equal(status, 403);
    assert.equal(body.message, answers[0]?.body.message);
  }
});
