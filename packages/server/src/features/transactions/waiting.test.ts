import assert from 'node:assert/strict';
import type { WaitingStep } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, departures, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

const HOUR_MS = 60 * 60 * 1000;
let cast: Cast;
let workflow: Workflow;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

interface Page {
  steps: WaitingStep[];
  count: number;
  next_cursor?: string;
}

async function waitingOf({ token }: CreatedUser, query = ''): Promise<Page> {
  const { status, body } = await service.call('GET', `/me/steps${query}`, { token });
  assert.equal(status, 200, body.message);
  return body.data;
}

const idsOf = ({ steps }: Page) => steps.map(({ step }) => step.id);

test('[TX-58] lists the steps that the caller can answer now, of all binders, the earliest due time first', async () => {
  const { owner, editor, viewer } = cast;
  const now = service.env.clock.now();
  const elsewhere = await service.make.binder(owner, [{ user: editor, role: 'editor' }]);
  const other = createWorkflow(service, { binderId: elsewhere, owner });
  const undated = await workflow.create([stepFor(editor), stepFor(editor), stepFor(viewer)]);
  const late = await workflow.create([stepFor(editor, { due_time: now + 2 * HOUR_MS })]);
  const early = await other.create([sharedStep([editor, owner])], owner.token, { due_time: now + HOUR_MS });
  const page = await waitingOf(editor);
  assert.deepEqual(idsOf(page), [early.steps[0], late.steps[0], undated.steps[0]]);
  assert.equal(page.count, 3);
  const [first] = page.steps;
  assert.deepEqual(
    [first?.binder.id, first?.transaction, first?.user.id, first?.step.due_time],
    [elsewhere, { id: early.id, title: 'Budget' }, owner.id, now + HOUR_MS],
  );
  assert.deepEqual(
    first?.step.actions.map(({ id }) => id),
    ['approve', 'decline'],
  );

  assert.equal((await other.press(early.id, early.steps[0], editor.token)).status, 200);
  assert.equal((await workflow.update(late.id, { is_active: false })).status, 200);
  assert.equal((await workflow.press(undated.id, undated.steps[0], editor.token)).status, 200);
  assert.deepEqual(idsOf(await waitingOf(editor, '?state=open')), [undated.steps[1]]);
});

test('[TX-58] pages by next_cursor, also among steps without a due time', async () => {
  const { editor } = cast;
  const made = [];
  for (let index = 0; index < 5; index++) made.push((await workflow.create([stepFor(editor)])).steps[0]);
  const ids: number[] = [];
  let cursor = '';
  do {
    const page = await waitingOf(editor, `?limit=2${cursor && `&cursor=${cursor}`}`);
    assert.equal(page.count, 5);
    ids.push(...idsOf(page));
    cursor = page.next_cursor ?? '';
  } while (cursor);
  assert.deepEqual(ids, made);
});

test('[TX-58] shows nothing of a binder that the caller has left, and refuses another state or cursor', async () => {
  const { owner, editor } = cast;
  await workflow.create([stepFor(editor)]);
  const { binderId } = cast;
  await departures['is removed'](service, { binderId, owner, admin: owner, person: editor });
  assert.deepEqual(idsOf(await waitingOf(editor)), []);
  for (const [query, field] of [
    ['state=done', 'state'],
    ['cursor=x', 'cursor'],
    ['limit=0', 'limit'],
  ] as const)
    expectRefusal(await service.call('GET', `/me/steps?${query}`, { token: editor.token }), 400, field);
});
