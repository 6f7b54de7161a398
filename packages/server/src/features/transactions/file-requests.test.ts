import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { StepFileRequest } from '@ringbinder/protocol';
import type { Answer, Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { deliverFile, type Upload } from './testing/upload.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const REQUESTS = [
  { id: 'passport', label: 'Passport', required: true, types: ['application/pdf', 'image/*'] },
  { id: 'payslips', label: 'Payslips', types: ['.txt'], max_files: 2, help: 'The last two' },
];
const asking = (file_requests: unknown = REQUESTS) => ({ action_style: 'FILE_REQUEST', file_requests });

const deliver = (made: { id: number; steps: (number | undefined)[] }, user: CreatedUser, upload?: Upload) =>
  deliverFile(service, workflow, made, user, upload);

const slip: Upload = { request: 'payslips', content: 'Net 2,000', name: 'may.TXT' };

async function requestsOf(id: number, query = ''): Promise<StepFileRequest[]> {
  const { token } = cast.owner;
  const { body } = await service.call('GET', `${workflow.path(id)}${query}`, { token });
  return body.data.steps[0].file_requests;
}

const paths = ({ body }: Answer) => body.errors?.map(({ path }: { path: string }) => path);
const change = (method: 'DELETE', path: string, token = cast.owner.token) =>
  service.call(method, path, { token });

test('[TX-85] a step asks for files, and answers have its requests', async () => {
  const { id } = await workflow.create([stepFor(cast.viewer, asking())]);
  const [step] = await workflow.steps(id);
  assert.equal(step?.action_style, 'file_request');
  assert.deepEqual(step?.file_requests, [
    { ...REQUESTS[0], max_files: 1, files: [] },
    { ...REQUESTS[1], files: [] },
  ]);
  const waiting = await service.call('GET', '/me/steps', { token: cast.viewer.token });
  const [first] = waiting.body.data.steps;
  assert.deepEqual(first.step.file_requests, [{ ...REQUESTS[0], max_files: 1 }, REQUESTS[1]]);
});

test('[TX-85] contradictory file requests are refused at their field, and create nothing', async () => {
  const before = await workflow.state();
  const one = { id: 'a', label: 'A' };
  const refusals: [step: Record<string, unknown>, path: string][] = [
    [{ action_style: 'FILE_REQUEST' }, 'file_requests'],
    [{ file_requests: REQUESTS }, 'file_requests'],
    [asking([]), 'file_requests'],
    [asking([one, one]), 'file_requests[1].id'],
    [asking([{ ...one, id: '1 a' }]), 'file_requests[0].id'],
    [asking([{ ...one, label: '' }]), 'file_requests[0].label'],
    [asking([{ ...one, types: ['pdf'] }]), 'file_requests[0].types[0]'],
    [asking([{ ...one, types: [] }]), 'file_requests[0].types'],
    [asking([{ ...one, max_files: 0 }]), 'file_requests[0].max_files'],
    [asking([{ ...one, max_files: 21 }]), 'file_requests[0].max_files'],
  ];
  for (const [step, path] of refusals) {
    const answer = await workflow.post({ title: 'T', content: '', steps: [stepFor(cast.viewer, step)] });
    assert.deepEqual([answer.status, paths(answer)], [400, [`steps[0].${path}`]], JSON.stringify(step));
  }
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-86] an assignee who may only read uploads a file, which becomes pages of the binder', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking())]);
  const seq = await workflow.seq();
  const answer = await deliver(made, cast.viewer);
  assert.equal(answer.status, 200, answer.body.message);
  const { file_id, page_ids, created_time } = answer.body.data;
  const { body } = await service.call('GET', `/${cast.binderId}/pages?file_id=${file_id}`, {
    token: cast.owner.token,
  });
  assert.deepEqual(
    body.data.pages.map((page: { id: number }) => page.id),
    page_ids,
  );
  const [passport] = await requestsOf(made.id);
  const [file] = passport?.files ?? [];
  assert.match(file?.sha256 ?? '', /^[0-9a-f]{64}$/);
  const { sha256 = '' } = file ?? {};
  const shown = { file_id, page_ids, name: 'scan.pdf', sha256, user_id: cast.viewer.id, time: created_time };
  assert.deepEqual(passport?.files, [shown]);
  const entries = await workflow.feed(seq);
  assert.deepEqual(
    entries.map(({ kind, actor }) => [kind, actor.id]),
    ['file_uploaded', 'page_created', 'page_created', 'step_file_delivered'].map((kind) => [
      kind,
      cast.viewer.id,
    ]),
  );
  assert.deepEqual(entries.at(-1)?.body, {
    ...{ id: made.steps[0], transaction_id: made.id, file_request: 'passport', label: 'Passport' },
    ...{ file_id, name: 'scan.pdf', sha256 },
  });
});

test('[TX-87] a button works only when each required file is there, and names those that are missing', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking())]);
  const before = await workflow.state();
  const refused = await workflow.press(made.id, made.steps[0], cast.viewer.token);
  assert.deepEqual([refused.status, paths(refused)], [412, ['file_requests.passport']]);
  assert.deepEqual(await workflow.state(), before);
  assert.equal((await deliver(made, cast.viewer)).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.viewer.token)).status, 200);
});

test('[TX-87] a button that rejects needs no file', async () => {
  const actions = [{ id: 'approve', text: 'No', outcome: 'rejected' }];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { ...asking(), actions })]);
  assert.equal((await workflow.press(id, steps[0], cast.viewer.token)).status, 200);
});

test('[TX-87] a file whose pages were deleted is missing again, and makes room for another', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking())]);
  const { page_ids } = (await deliver(made, cast.viewer)).body.data;
  const pagePath = (page: number) => `/${cast.binderId}/pages/${page}`;
  await change('DELETE', pagePath(page_ids[0]));
  assert.deepEqual((await requestsOf(made.id))[0]?.files[0]?.page_ids, [page_ids[1]]);
  assert.equal((await deliver(made, cast.viewer)).status, 412);
  const seq = await workflow.seq();
  await change('DELETE', pagePath(page_ids[1]));
  assert.deepEqual((await requestsOf(made.id))[0]?.files, []);
  assert.equal((await requestsOf(made.id, `?as_of=seq:${seq}`))[0]?.files[0]?.name, 'scan.pdf');
  assert.equal((await workflow.press(made.id, made.steps[0], cast.viewer.token)).status, 412);
  assert.equal((await deliver(made, cast.viewer)).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.viewer.token)).status, 200);
});

test('[TX-87] of a press and the deletion of its only page at once, the press has the page or is refused', async () => {
  for (let times = 0; times < 5; times++) {
    const made = await workflow.create([stepFor(cast.viewer, asking())]);
    const text = { request: 'passport', content: new Uint8Array(makePdf({ pages: 1 })) };
    const { page_ids } = (await deliver(made, cast.viewer, text)).body.data;
    const seq = await workflow.seq();
    const [pressed, deleted] = await Promise.all([
      workflow.press(made.id, made.steps[0], cast.viewer.token),
      change('DELETE', `/${cast.binderId}/pages/${page_ids[0]}`),
    ]);
    assert.equal(deleted.status, 200);
    const kinds = (await workflow.feed(seq)).map(({ kind }) => kind);
    const isFirst = kinds.indexOf('step_completed') < kinds.indexOf('page_deleted');
    assert.equal(pressed.status, kinds.includes('step_completed') && isFirst ? 200 : 412);
  }
});

test('[TX-86] of simultaneous uploads a request takes its maximum, and the others leave nothing', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking())]);
  const uploads = Array.from({ length: 5 }, (_, index) =>
    deliver(made, cast.viewer, { ...slip, name: `${index}.txt` }),
  );
  const statuses = (await Promise.all(uploads)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 200, 412, 412, 412]);
  assert.equal((await requestsOf(made.id))[1]?.files.length, 2);
  const { body } = await service.call('GET', `/${cast.binderId}/pages`, { token: cast.owner.token });
  assert.equal(body.data.pages.length, 2);
});

test('[TX-86] an upload that does not fit is refused at its field, and leaves nothing', async () => {
  const made = await workflow.create([
    stepFor(cast.viewer, asking([...REQUESTS, { id: 'any', label: 'Any' }])),
  ]);
  const before = await workflow.state();
  const refusals: [upload: Upload, status: number, path: string][] = [
    [{ request: 'other' }, 400, 'file_request'],
    [{ request: '' }, 400, 'file_request'],
    [{ content: 'A text', name: 'scan.pdf' }, 400, 'file'],
    [{ ...slip, name: 'may.md' }, 400, 'file'],
    [{ request: 'any', content: new Uint8Array([0x50, 0x4b, 3, 4, 0, 1, 2]), name: 'a.zip' }, 400, 'file'],
    [{ ...slip, content: '' }, 400, 'file'],
    [{ ...slip, content: new Uint8Array(service.env.config.maxUploadBytes + 1) }, 413, 'file'],
  ];
  for (const [upload, status, path] of refusals) {
    const answer = await deliver(made, cast.viewer, upload);
    const label = `${upload.request} ${upload.name}: ${answer.body.message}`;
    assert.deepEqual([answer.status, paths(answer)], [status, [path]], label);
  }
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-86] only assignees of an open step upload files for it', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking()), stepFor(cast.owner)]);
  const other = await workflow.create([stepFor(cast.viewer, asking())]);
  const distinct = await workflow.create([
    sharedStep([cast.owner, cast.viewer], { ...asking(), not_creator: true }),
  ]);
  assert.equal((await deliver(distinct, cast.owner)).status, 403);
  assert.equal((await deliver(distinct, cast.viewer)).status, 200);
  assert.equal((await deliver(made, cast.editor)).status, 403);
  assert.equal((await deliver(made, cast.sameOrg)).status, 403);
  assert.equal((await deliver({ ...made, steps: [999_999] }, cast.viewer)).status, 404);
  assert.equal((await deliver({ ...made, steps: [made.steps[1]] }, cast.owner)).status, 400);
  await workflow.update(other.id, { is_active: false });
  assert.equal((await deliver(other, cast.viewer)).status, 412);
  await deliver(made, cast.viewer);
  await workflow.press(made.id, made.steps[0], cast.viewer.token);
  const before = await workflow.state();
  assert.equal((await deliver(made, cast.viewer, slip)).status, 409);
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-86] the assignees of a step share its files, and a delegate uploads for an assignee', async () => {
  const json = { to: { user_id: cast.editor.id }, ends: service.clock.now() + 86_400_000 };
  await service.call('POST', '/me/delegations', { token: cast.viewer.token, json });
  const people = [cast.owner, cast.viewer];
  const actions = [{ id: 'approve', text: 'Sent' }];
  const made = await workflow.create([sharedStep(people, { ...asking(), required: 2, actions })]);
  assert.equal((await deliver(made, cast.editor)).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.owner.token)).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.editor.token)).status, 200);
  assert.equal((await workflow.steps(made.id))[0]?.status, 'completed');
});

test('[TX-86] an upload with the same Idempotency-Key is stored once', async () => {
  const made = await workflow.create([stepFor(cast.viewer, asking())]);
  const headers = { 'idempotency-key': 'one-scan' };
  const first = await deliver(made, cast.viewer, { headers });
  const again = await deliver(made, cast.viewer, { headers });
  assert.deepEqual([first.status, again.status, again.body.data], [200, 200, first.body.data]);
});

test('[TX-88] a person withdraws an own file while the step is open, with its pages', async () => {
  const made = await workflow.create([sharedStep([cast.viewer, cast.editor], asking())]);
  const { file_id } = (await deliver(made, cast.viewer)).body.data;
  const path = `${workflow.path(made.id, made.steps[0])}/files/${file_id}`;
  assert.equal((await change('DELETE', path, cast.editor.token)).status, 403);
  const seq = await workflow.seq();
  assert.equal((await change('DELETE', path, cast.viewer.token)).status, 200);
  assert.equal((await change('DELETE', path, cast.viewer.token)).status, 404);
  assert.deepEqual(
    (await workflow.feed(seq)).map(({ kind }) => kind),
    ['page_deleted', 'page_deleted', 'file_deleted', 'step_file_withdrawn'],
  );
  assert.deepEqual((await requestsOf(made.id))[0]?.files, []);
  assert.equal((await requestsOf(made.id, `?as_of=seq:${seq}`))[0]?.files.length, 1);
  const next = (await deliver(made, cast.viewer)).body.data.file_id;
  await workflow.press(made.id, made.steps[0], cast.viewer.token);
  const late = `${workflow.path(made.id, made.steps[0])}/files/${next}`;
  assert.equal((await change('DELETE', late, cast.viewer.token)).status, 409);
});

test('[TX-100] after a press, the files of a step can be neither withdrawn nor added, until it is opened again', async () => {
  const people = [cast.viewer, cast.editor, cast.owner];
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'back', text: 'Again', next: 1, veto: true },
  ];
  const made = await workflow.create([sharedStep(people, { ...asking(), required: 2, actions })]);
  const { file_id } = (await deliver(made, cast.viewer)).body.data;
  const path = `${workflow.path(made.id, made.steps[0])}/files/${file_id}`;
  assert.equal((await workflow.press(made.id, made.steps[0], cast.editor.token)).status, 200);
  const before = await workflow.state();
  assert.equal((await change('DELETE', path, cast.viewer.token)).status, 409);
  assert.equal((await deliver(made, cast.viewer, slip)).status, 409);
  assert.deepEqual(await workflow.state(), before);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.owner.token, 'back')).status, 200);
  assert.equal((await change('DELETE', path, cast.viewer.token)).status, 200);
  assert.equal((await deliver(made, cast.viewer, slip)).status, 200);
});

test('[TX-100] a press that rejects without files does not keep the others from uploading the required one', async () => {
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'reject', text: 'Reject', outcome: 'rejected', veto: false },
  ];
  const people = [cast.viewer, cast.editor, cast.owner];
  const made = await workflow.create([sharedStep(people, { ...asking(), required: 2, actions })]);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.editor.token, 'reject')).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.viewer.token)).status, 412);
  assert.equal((await deliver(made, cast.viewer)).status, 200);
  assert.equal((await deliver(made, cast.viewer)).status, 409);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.viewer.token)).status, 200);
  assert.equal((await workflow.press(made.id, made.steps[0], cast.owner.token)).status, 200);
});

test('[TX-100] of a press and a withdrawal at once, the press has the file or is refused', async () => {
  for (let times = 0; times < 5; times++) {
    const made = await workflow.create([
      sharedStep([cast.viewer, cast.editor], {
        ...asking(),
        required: 2,
        actions: [{ id: 'approve', text: 'Sent' }],
      }),
    ]);
    const { file_id } = (await deliver(made, cast.viewer)).body.data;
    const path = `${workflow.path(made.id, made.steps[0])}/files/${file_id}`;
    const [pressed, withdrawn] = await Promise.all([
      workflow.press(made.id, made.steps[0], cast.editor.token),
      change('DELETE', path, cast.viewer.token),
    ]);
    assert.ok(
      [
        [200, 409],
        [412, 200],
      ].some(([press, withdrawal]) => pressed.status === press && withdrawn.status === withdrawal),
      `${pressed.status} ${withdrawn.status}`,
    );
  }
});
