import assert from 'node:assert/strict';
import type { Answer, Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { deliverFile, type Upload } from './testing/upload.ts';
import {
  type CreatedTransaction,
  createWorkflow,
  sharedStep,
  stepFor,
  type Workflow,
} from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const NAME = { id: 'name', type: 'text', label: 'Name', required: true };
const PASSPORT = {
  ...{ id: 'passport', type: 'file', label: 'Passport', required: true, help: 'Both sides' },
  ...{ types: ['application/pdf'], max_size: 100_000 },
};
const SLIPS = { id: 'slips', type: 'file', label: 'Payslips', types: ['.txt'], max_files: 2 };
const form = (fields: unknown = [NAME, PASSPORT, SLIPS]) => ({ action_style: 'FORM', fields });
const slip: Upload = { request: 'slips', content: 'Net 2,000', name: 'may.txt' };

const deliver = (made: CreatedTransaction, user: CreatedUser, upload?: Upload) =>
  deliverFile(service, workflow, made, user, upload);
const press = (
  { id, steps }: CreatedTransaction,
  { token }: CreatedUser,
  json: Record<string, unknown> = {},
) =>
  service.call('POST', workflow.path(id, steps[0] ?? 0), {
    token,
    json: { click_button_id: 'approve', ...json },
  });
const paths = ({ body }: Answer) => body.errors?.map(({ path }: { path: string }) => path);
const answers = { name: 'Ada' };

test('[TX-98] a form asks for files, and its step has a file request for each such field', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer, form())]);
  const [step] = await workflow.steps(id);
  assert.equal(step?.action_style, 'form');
  assert.deepEqual(step?.fields, [NAME, PASSPORT, SLIPS]);
  const { type: _, ...passport } = PASSPORT;
  const { type: __, ...slips } = SLIPS;
  assert.deepEqual(step?.file_requests, [
    { ...passport, max_files: 1, files: [] },
    { ...slips, files: [] },
  ]);
});

test('[TX-98] contradictory file fields are refused at their field, and create nothing', async () => {
  const before = await workflow.state();
  const refusals: [field: Record<string, unknown>, path: string][] = [
    [{ ...NAME, types: ['.pdf'] }, 'fields[0].types'],
    [{ ...NAME, max_files: 2 }, 'fields[0].max_files'],
    [{ ...NAME, max_size: 2 }, 'fields[0].max_size'],
    [{ ...PASSPORT, min: 1 }, 'fields[0].min'],
    [{ ...PASSPORT, pattern: 'a' }, 'fields[0].pattern'],
    [{ ...PASSPORT, types: ['pdf'] }, 'fields[0].types[0]'],
    [{ ...PASSPORT, max_size: 0 }, 'fields[0].max_size'],
    [{ ...PASSPORT, max_files: 21 }, 'fields[0].max_files'],
  ];
  for (const [field, path] of refusals) {
    const steps = [stepFor(cast.viewer, form([field]))];
    const answer = await workflow.post({ title: 'T', content: '', steps });
    assert.deepEqual([answer.status, paths(answer)], [400, [`steps[0].${path}`]], JSON.stringify(field));
  }
  const many = Array.from({ length: 21 }, (_, index) => ({ ...SLIPS, id: `f${index}` }));
  const steps = [stepFor(cast.viewer, form(many))];
  const answer = await workflow.post({ title: 'T', content: '', steps });
  assert.deepEqual([answer.status, paths(answer)], [400, ['steps[0].fields[20].type']]);
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-99] the answer to a file field is the pages of its files, in the step, the log and an earlier state', async () => {
  const made = await workflow.create([stepFor(cast.viewer, form())]);
  const missing = await press(made, cast.viewer, { answers });
  assert.deepEqual([missing.status, paths(missing)], [412, ['file_requests.passport']]);
  const passport = (await deliver(made, cast.viewer)).body.data;
  const slips = [
    (await deliver(made, cast.viewer, slip)).body.data,
    (await deliver(made, cast.viewer, { ...slip, name: 'june.txt' })).body.data,
  ];
  const incomplete = await press(made, cast.viewer);
  assert.deepEqual([incomplete.status, paths(incomplete)], [400, ['answers.name']]);
  const seq = await workflow.seq();
  assert.equal((await press(made, cast.viewer, { answers })).status, 200);
  const stored = {
    name: 'Ada',
    passport: passport.page_ids,
    slips: slips.flatMap(({ page_ids }) => page_ids),
  };
  const [step] = await workflow.steps(made.id);
  assert.deepEqual(step?.answers, stored);
  const entry = (await workflow.feed(seq)).find(({ kind }) => kind === 'step_completed');
  assert.deepEqual(entry?.body.answers, stored);
  await service.call('DELETE', `/${cast.binderId}/pages/${passport.page_ids[0]}`, {
    token: cast.owner.token,
  });
  const past = await service.call('GET', `${workflow.path(made.id)}?as_of=seq:${entry?.seq}`, {
    token: cast.owner.token,
  });
  assert.deepEqual(past.body.data.steps[0].answers, stored);
  assert.deepEqual(past.body.data.steps[0].file_requests[0].files[0].page_ids, passport.page_ids);
});

test('[TX-99] the receipt names the files of a form with their digests', async () => {
  const made = await workflow.create([stepFor(cast.viewer, form())]);
  await deliver(made, cast.viewer);
  await press(made, cast.viewer, { answers });
  const [file] = (await workflow.steps(made.id))[0]?.file_requests?.[0]?.files ?? [];
  const receipt = await service.call('GET', `${workflow.path(made.id)}/receipt`, { token: cast.owner.token });
  assert.equal(receipt.status, 200);
  assert.ok(receipt.bytes.toString().includes(`scan.pdf (SHA-256 ${file?.sha256})`));
});

test('[TX-99] an upload that does not fit, and an entered answer, are refused and leave nothing', async () => {
  const made = await workflow.create([stepFor(cast.viewer, form())]);
  const before = await workflow.state();
  const refusals: [upload: Upload, status: number, path: string][] = [
    [{ request: 'name' }, 400, 'file_request'],
    [{ content: 'A text', name: 'scan.txt' }, 400, 'file'],
    [{ ...slip, request: 'passport', content: 'x'.repeat(100_001) }, 413, 'file'],
  ];
  for (const [upload, status, path] of refusals) {
    const answer = await deliver(made, cast.viewer, upload);
    assert.deepEqual([answer.status, paths(answer)], [status, [path]], answer.body.message);
  }
  assert.deepEqual(await workflow.state(), before);
  const actions = [{ id: 'approve', text: 'Send' }];
  const optional = await workflow.create([stepFor(cast.viewer, { ...form([SLIPS]), actions })]);
  const entered = await press(optional, cast.viewer, { answers: { slips: 'may.txt' } });
  assert.deepEqual([entered.status, paths(entered)], [400, ['answers.slips']]);
  const none = await press(optional, cast.viewer, { answers: { slips: null } });
  assert.equal(none.status, 200);
  assert.deepEqual((await workflow.steps(optional.id))[0]?.answers, {});
});

test('[TX-99] [TX-100] the people of a step share the files of its form, each with own answers', async () => {
  const actions = [{ id: 'approve', text: 'Send' }];
  const people = [cast.viewer, cast.editor];
  const made = await workflow.create([sharedStep(people, { ...form(), required: 2, actions })]);
  const { page_ids, file_id } = (await deliver(made, cast.viewer)).body.data;
  assert.equal((await press(made, cast.editor, { answers: { name: 'Ed' } })).status, 200);
  assert.equal((await deliver(made, cast.viewer, slip)).status, 409);
  const path = `${workflow.path(made.id, made.steps[0])}/files/${file_id}`;
  assert.equal((await service.call('DELETE', path, { token: cast.viewer.token })).status, 409);
  assert.equal((await press(made, cast.viewer, { answers })).status, 200);
  const [step] = await workflow.steps(made.id);
  assert.deepEqual(
    step?.assignees?.map(({ pressed }) => pressed?.answers),
    [
      { name: 'Ada', passport: page_ids },
      { name: 'Ed', passport: page_ids },
    ],
  );
});
