import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Step } from '@ringbinder/protocol';
import type { Answer, Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { FORM_TYPE, filePart, formOf } from '../pages/testing/form.ts';
import { uploaded } from '../pages/testing/upload.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
let pages: number[];
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  pages = [await addNote('Terms'), await addNote('Prices')];
});

async function addNote(text: string): Promise<number> {
  const json = { type: 'note', text };
  const { body } = await service.call('POST', `/${cast.binderId}/pages`, { token: cast.owner.token, json });
  return body.data.page_id;
}

const acknowledge = (ids: unknown = pages) => ({ action_style: 'ACKNOWLEDGE', pages: ids });
const read = (id: number, step: number | undefined, page: number | undefined, { token }: CreatedUser) =>
  service.call('POST', `${workflow.path(id, step ?? 0)}/pages/${page}`, { token, json: {} });
const only = async (id: number): Promise<Step> => {
  const [step] = await workflow.steps(id);
  assert.ok(step);
  return step;
};
const paths = ({ body }: Answer) => body.errors?.map(({ path }: { path: string }) => path);

test('[TX-73] a button works only after its presser has opened each page to the end', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, acknowledge())]);
  const before = await only(id);
  assert.deepEqual([before.action_style, before.pages?.map((page) => page.id)], ['acknowledge', pages]);
  const refused = await workflow.press(id, steps[0], cast.viewer.token);
  assert.deepEqual([refused.status, paths(refused)], [412, ['pages[0]', 'pages[1]']]);
  assert.match(refused.body.message, new RegExp(`^page ${pages[0]} “.+” must be opened to the end; page`));
  assert.equal((await read(id, steps[0], pages[0], cast.viewer)).status, 200);
  const half = await workflow.press(id, steps[0], cast.viewer.token);
  assert.deepEqual([half.status, paths(half)], [412, ['pages[1]']]);
  assert.equal((await read(id, steps[0], pages[1], cast.viewer)).status, 200);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-74] a read is recorded once, with its person and time, in the step and the log', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, acknowledge())]);
  const seq = await workflow.seq();
  for (let times = 0; times < 2; times++) await read(id, steps[0], pages[0], cast.viewer);
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind, actor, body }) => [kind, actor.id, body.id, body.transaction_id, body.page_id]),
    [['step_page_read', cast.viewer.id, steps[0], id, pages[0]]],
  );
  assert.match(String(entries[0]?.body.sha256), /^[0-9a-f]{64}$/);
  const shown = (await only(id)).pages;
  assert.deepEqual(
    shown?.map(({ read_by }) => read_by.map(({ user_id }) => user_id)),
    [[cast.viewer.id], []],
  );
  const past = await service.call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, {
    token: cast.owner.token,
  });
  assert.deepEqual(past.body.data.steps[0].pages[0].read_by, []);
});

test('[TX-74] of simultaneous reports one is recorded, and reports of others stay', async () => {
  const people = [cast.owner, cast.viewer];
  const actions = [{ id: 'approve', text: 'Read' }];
  const { id, steps } = await workflow.create([
    sharedStep(people, { ...acknowledge(), required: 2, actions }),
  ]);
  const seq = await workflow.seq();
  const reports = people.flatMap((each) =>
    pages.flatMap((page) => [read(id, steps[0], page, each), read(id, steps[0], page, each)]),
  );
  for (const { status } of await Promise.all(reports)) assert.equal(status, 200);
  assert.equal((await workflow.feed(seq)).length, 4);
  for (const { token } of people) assert.equal((await workflow.press(id, steps[0], token)).status, 200);
});

test('[TX-74] a page with a new text must be opened again, and a deleted one no longer', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, acknowledge())]);
  for (const page of pages) await read(id, steps[0], page, cast.viewer);
  const change = (method: 'POST' | 'DELETE', json?: unknown) =>
    service.call(method, `/${cast.binderId}/pages/${pages[0]}`, {
      token: cast.owner.token,
      ...(json ? { json } : {}),
    });
  assert.equal((await change('POST', { text: 'Other terms' })).status, 200);
  const refused = await workflow.press(id, steps[0], cast.viewer.token);
  assert.deepEqual([refused.status, paths(refused)], [412, ['pages[0]']]);
  assert.deepEqual((await only(id)).pages?.[0]?.read_by, []);
  assert.equal((await change('DELETE')).status, 200);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-74] the pages of a new version must be opened, if the step names the whole document', async () => {
  const document = await uploaded(service, cast, makePdf({ pages: 2 }));
  const [a = 0, b = 0] = document.pages.map((page: { id: number }): number => page.id);
  const [note = 0] = pages;
  const whole = await workflow.create([stepFor(cast.viewer, acknowledge([b, a, note]))]);
  const part = await workflow.create([stepFor(cast.viewer, acknowledge([a]))]);
  const named = async (id: number) => (await only(id)).pages?.map((page) => page.id) ?? [];
  const replace = async (count: number) => {
    const { status } = await service.call('POST', `/${cast.binderId}/pages/${a}/versions`, {
      token: cast.owner.token,
      body: formOf([filePart(makePdf({ pages: count }), 'next.pdf')]),
      headers: { 'content-type': FORM_TYPE },
    });
    assert.equal(status, 200);
  };
  const seq = await workflow.seq();
  await replace(4);
  const longer = await named(whole.id);
  assert.deepEqual([longer.length, longer.slice(0, 2), longer.at(-1)], [5, [a, b], note]);
  assert.deepEqual(await named(part.id), [a]);
  for (const page of [a, b, note]) await read(whole.id, whole.steps[0], page, cast.viewer);
  const refused = await workflow.press(whole.id, whole.steps[0], cast.viewer.token);
  assert.deepEqual([refused.status, paths(refused)], [412, ['pages[2]', 'pages[3]']]);
  const past = await service.call('GET', `${workflow.path(whole.id)}?as_of=seq:${seq}`, {
    token: cast.owner.token,
  });
  assert.equal(past.body.data.steps[0].pages.length, 3);
  await replace(1);
  assert.deepEqual(await named(whole.id), [a, note]);
  await replace(2);
  assert.equal((await named(whole.id)).length, 3);
  for (const page of await named(whole.id)) await read(whole.id, whole.steps[0], page, cast.viewer);
  assert.equal((await workflow.press(whole.id, whole.steps[0], cast.viewer.token)).status, 200);
});

test('[TX-73] a button that rejects needs nothing to be read', async () => {
  const actions = [{ id: 'approve', text: 'No', outcome: 'rejected' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { ...acknowledge(), actions })]);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-73] contradictory pages are refused at their field, and create nothing', async () => {
  const before = await workflow.state();
  const refusals: [step: Record<string, unknown>, status: number, path: string][] = [
    [{ action_style: 'ACKNOWLEDGE' }, 400, 'pages'],
    [{ pages }, 400, 'pages'],
    [acknowledge([]), 400, 'pages'],
    [acknowledge([pages[0], pages[0]]), 400, 'pages'],
    [acknowledge(['x']), 400, 'pages[0]'],
    [acknowledge([pages[0], 999_999]), 412, 'pages[1]'],
  ];
  for (const [step, status, path] of refusals) {
    const answer = await workflow.post({ title: 'T', content: '', steps: [stepFor(cast.viewer, step)] });
    assert.deepEqual([answer.status, paths(answer)], [status, [`steps[0].${path}`]], JSON.stringify(step));
  }
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-74] only an assignee of the open step reports a page, and only one that the step names', async () => {
  const { id, steps } = await workflow.create([
    stepFor(cast.viewer, acknowledge([pages[0]])),
    stepFor(cast.owner),
  ]);
  const statuses = async (step: number | undefined, page: number | undefined, who: CreatedUser) =>
    (await read(id, step, page, who)).status;
  assert.equal(await statuses(steps[0], pages[0], cast.owner), 403);
  assert.equal(await statuses(steps[0], pages[1], cast.viewer), 404);
  assert.equal(await statuses(steps[1], pages[0], cast.owner), 404);
  assert.equal(await statuses(999_999, pages[0], cast.viewer), 404);
  assert.equal(await statuses(steps[0], pages[0], cast.viewer), 200);
  await workflow.press(id, steps[0], cast.viewer.token);
  assert.equal(await statuses(steps[0], pages[0], cast.viewer), 409);
});

test('[TX-74] a delegate reads for themselves', async () => {
  const json = { to: { user_id: cast.editor.id }, ends: service.clock.now() + 86_400_000 };
  await service.call('POST', '/me/delegations', { token: cast.viewer.token, json });
  const { id, steps } = await workflow.create([stepFor(cast.viewer, acknowledge([pages[0]]))]);
  await read(id, steps[0], pages[0], cast.viewer);
  assert.equal((await workflow.press(id, steps[0], cast.editor.token)).status, 412);
  await read(id, steps[0], pages[0], cast.editor);
  assert.equal((await workflow.press(id, steps[0], cast.editor.token)).status, 200);
});
