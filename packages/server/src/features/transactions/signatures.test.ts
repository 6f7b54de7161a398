import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { makeEncryptedPdf, makePdf } from '@ringbinder/page-renderer/testing';
import type { SignaturePlace, StepSignature } from '@ringbinder/protocol';
import { type Answer, type Cast, type CreatedUser, fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
let pages: number[];
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  pages = await upload(makePdf({ pages: 2 }));
});

async function upload(content: Uint8Array, name = 'contract.pdf'): Promise<number[]> {
  const body = fileForm(new Uint8Array(content), name);
  const { token } = cast.owner;
  const { status, body: answer } = await service.call('POST', `/${cast.binderId}/pageupload`, {
    token,
    body,
  });
  assert.equal(status, 200, answer.message);
  const list = `/${cast.binderId}/pages?file_id=${answer.data.file_id}`;
  const { body: listed } = await service.call('GET', list, { token });
  return listed.data.pages.map(({ id }: { id: number }) => id);
}

const place = (more: Partial<SignaturePlace> = {}): SignaturePlace => ({
  ...{ id: 'borrower', page_id: pages[0] ?? 0, label: 'Borrower', required: true },
  ...{ x: 300, y: 600, width: 200, height: 60 },
  ...more,
});
const signing = (signatures: unknown = [place()]) => ({ action_style: 'SIGN', signatures });
const paths = ({ body }: Answer) => body.errors?.map(({ path }: { path: string }) => path);

const STROKES = [
  [0, 500, 200, 100, 400, 900],
  [600, 500],
];

function sign(
  { id, steps }: { id: number; steps: (number | undefined)[] },
  { token }: CreatedUser,
  signatures: unknown = { borrower: { text: 'Ben Müller' } },
  button = 'approve',
): Promise<Answer> {
  const json = { click_button_id: button, ...(signatures === null ? {} : { signatures }) };
  return service.call('POST', workflow.path(id, steps[0] ?? 0), { token, json });
}

async function signaturesOf(id: number, query = ''): Promise<StepSignature[]> {
  const { token } = cast.owner;
  const { body } = await service.call('GET', `${workflow.path(id)}${query}`, { token });
  return body.data.steps[0].signatures;
}

test('[TX-91] a step asks for signatures at places of PDF pages, and answers have the places', async () => {
  const other = place({ id: 'initials', page_id: pages[1] ?? 0, label: 'Initials', required: false });
  const { id } = await workflow.create([stepFor(cast.viewer, signing([place(), other]))]);
  const [step] = await workflow.steps(id);
  assert.equal(step?.action_style, 'sign');
  const { body } = await service.call('GET', `/${cast.binderId}/pages`, { token: cast.owner.token });
  const shown = { page_width: 612, page_height: 792, base_file_id: body.data.pages[0].file_id };
  assert.deepEqual(step?.signatures, [
    { ...place(), ...shown },
    { ...other, ...shown },
  ]);
  const waiting = await service.call('GET', '/me/steps', { token: cast.viewer.token });
  assert.deepEqual(waiting.body.data.steps[0].step.signatures, [place(), other]);
});

test('[TX-91] contradictory places are refused at their field, and create nothing', async () => {
  const [note = 0] = await upload(new TextEncoder().encode('A text'), 'note.txt');
  const before = await workflow.state();
  const refusals: [step: Record<string, unknown>, path: string][] = [
    [{ action_style: 'SIGN' }, 'signatures'],
    [{ signatures: [place()] }, 'signatures'],
    [signing([]), 'signatures'],
    [signing([place(), place()]), 'signatures[1].id'],
    [signing([place({ id: '1 a' })]), 'signatures[0].id'],
    [signing([place({ page_id: 999_999 })]), 'signatures[0].page_id'],
    [signing([place({ page_id: note })]), 'signatures[0].page_id'],
    [signing([place({ x: 413 })]), 'signatures[0].width'],
    [signing([place({ y: 733 })]), 'signatures[0].height'],
    [signing([place({ x: -1 })]), 'signatures[0].x'],
    [signing([place({ width: 39 })]), 'signatures[0].width'],
    [signing([place({ height: 29 })]), 'signatures[0].height'],
  ];
  for (const [step, path] of refusals) {
    const answer = await workflow.post({ title: 'T', content: '', steps: [stepFor(cast.viewer, step)] });
    assert.deepEqual([answer.status, paths(answer)], [400, [`steps[0].${path}`]], JSON.stringify(step));
  }
  const two = sharedStep([cast.viewer, cast.editor], { ...signing(), required: 2 });
  const answer = await workflow.post({ title: 'T', content: '', steps: [two] });
  assert.deepEqual([answer.status, paths(answer)], [400, ['steps[0].required']]);
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-91] a PDF with a password for changes cannot be signed', async () => {
  const [page_id = 0] = await upload(await makeEncryptedPdf({ toOpen: false }), 'locked.pdf');
  const before = await workflow.state();
  const steps = [stepFor(cast.viewer, signing([place({ page_id })]))];
  const answer = await workflow.post({ title: 'T', content: '', steps });
  assert.deepEqual([answer.status, paths(answer)], [412, ['steps[0].signatures[0].page_id']]);
  assert.match(answer.body.message, /encrypted/);
  assert.deepEqual(await workflow.state(), before);
});

test('[TX-92] a press stores a typed or drawn signature with its digest, and the log has the digest', async () => {
  const drawn = place({ id: 'drawn', label: 'Drawn', y: 100 });
  const made = await workflow.create([stepFor(cast.viewer, signing([place(), drawn]))]);
  const seq = await workflow.seq();
  const signatures = { borrower: { text: 'Ben Müller 李' }, drawn: { strokes: STROKES } };
  const answer = await sign(made, cast.viewer, signatures);
  assert.equal(answer.status, 200, answer.body.message);
  const [typed, lines] = await signaturesOf(made.id);
  assert.equal(typed?.signature?.text, 'Ben Müller 李');
  assert.equal(typed?.signature?.user_id, cast.viewer.id);
  assert.deepEqual(lines?.signature?.strokes, STROKES);
  const digest = createHash('sha256')
    .update(JSON.stringify({ strokes: STROKES }))
    .digest('hex');
  assert.equal(lines?.signature?.sha256, digest);
  const entry = (await workflow.feed(seq)).find(({ kind }) => kind === 'step_completed');
  const logged = entry?.body.signatures as { place: string; sha256: string; file_sha256: string }[];
  assert.deepEqual(
    logged.map((each) => [each.place, each.sha256]),
    [
      ['borrower', typed?.signature?.sha256],
      ['drawn', digest],
    ],
  );
  assert.match(logged[0]?.file_sha256 ?? '', /^[0-9a-f]{64}$/);
  assert.equal((await signaturesOf(made.id, `?as_of=seq:${seq}`))[0]?.signature, undefined);
});

test('[TX-92] a button needs the required signatures, and a rejecting one takes none', async () => {
  const actions = [
    { id: 'approve', text: 'Sign' },
    { id: 'no', text: 'No', outcome: 'rejected' },
  ];
  const optional = place({ id: 'initials', label: 'Initials', required: false });
  const made = await workflow.create([stepFor(cast.viewer, { ...signing([place(), optional]), actions })]);
  const plain = await workflow.create([stepFor(cast.viewer)]);
  const before = await workflow.state();
  const refusals: [signatures: unknown, button: string, status: number, path: string][] = [
    [null, 'approve', 412, 'signatures.borrower'],
    [{ initials: { text: 'BM' } }, 'approve', 412, 'signatures.borrower'],
    [{ borrower: { text: ' ' } }, 'approve', 400, 'signatures.borrower.text'],
    [{ borrower: {} }, 'approve', 400, 'signatures.borrower'],
    [{ borrower: { text: 'A', strokes: STROKES } }, 'approve', 400, 'signatures.borrower'],
    [{ borrower: { strokes: [[1, 2, 3]] } }, 'approve', 400, 'signatures.borrower'],
    [{ borrower: { strokes: [[1, 1_001]] } }, 'approve', 400, 'signatures.borrower.strokes[0][1]'],
    [{ borrower: { strokes: [] } }, 'approve', 400, 'signatures.borrower.strokes'],
    [{ borrower: { text: 'x'.repeat(201) } }, 'approve', 400, 'signatures.borrower.text'],
    [{ borrower: { text: 'A' }, other: { text: 'A' } }, 'approve', 400, 'signatures.other'],
    [{ borrower: { text: 'A' } }, 'no', 400, 'signatures'],
  ];
  for (const [signatures, button, status, path] of refusals) {
    const answer = await sign(made, cast.viewer, signatures, button);
    const label = `${JSON.stringify(signatures)}: ${answer.body.message}`;
    assert.deepEqual([answer.status, paths(answer)], [status, [path]], label);
  }
  const large = Array.from({ length: 100 }, () => Array.from({ length: 400 }, () => 999));
  const tooLarge = await sign(made, cast.viewer, { borrower: { strokes: large } });
  assert.deepEqual([tooLarge.status, paths(tooLarge)], [400, ['signatures']]);
  assert.deepEqual(paths(await sign(plain, cast.viewer)), ['signatures']);
  assert.deepEqual(await workflow.state(), before);
  assert.equal((await sign(made, cast.viewer, null, 'no')).status, 200);
});

test('[TX-92] a place whose page was deleted cannot be signed', async () => {
  const made = await workflow.create([stepFor(cast.viewer, signing())]);
  await service.call('DELETE', `/${cast.binderId}/pages/${pages[0]}`, { token: cast.owner.token });
  const answer = await sign(made, cast.viewer);
  assert.deepEqual([answer.status, paths(answer)], [412, ['signatures.borrower']]);
});

test('[TX-92] nobody signs another file than the one that they saw', async () => {
  const made = await workflow.create([stepFor(cast.viewer, signing())]);
  const [seen] = await signaturesOf(made.id);
  const { token } = cast.owner;
  const body = fileForm(new Uint8Array(makePdf({ pages: 2, text: 'other terms' })), 'contract.pdf');
  const replaced = await service.call('POST', `/${cast.binderId}/pages/${pages[0]}/versions`, {
    token,
    body,
  });
  assert.equal(replaced.status, 200, replaced.body.message);
  const late = await sign(made, cast.viewer, { borrower: { text: 'Ben', base_file_id: seen?.base_file_id } });
  assert.deepEqual([late.status, paths(late)], [412, ['signatures.borrower']]);
  assert.match(late.body.message, /shows another file now/);
  const [now] = await signaturesOf(made.id);
  assert.notEqual(now?.base_file_id, seen?.base_file_id);
  const signed = await sign(made, cast.viewer, {
    borrower: { text: 'Ben', base_file_id: now?.base_file_id },
  });
  assert.equal(signed.status, 200, signed.body.message);
});

test('[TX-92] a place may have an id that objects inherit', async () => {
  const inherited = place({ id: 'constructor', label: 'Witness', required: false });
  const made = await workflow.create([stepFor(cast.viewer, signing([place(), inherited]))]);
  assert.equal((await sign(made, cast.viewer)).status, 200);
  const signatures = await signaturesOf(made.id);
  assert.deepEqual(
    signatures.map(({ signature }) => signature?.text),
    ['Ben Müller', undefined],
  );
  const entry = (await workflow.feed(0)).find(({ kind }) => kind === 'step_completed');
  assert.ok(entry);
  assert.deepEqual(
    (entry.body.signatures as { place: string }[]).map((each) => each.place),
    ['borrower'],
  );
});

test('[TX-92] of two assignees who sign at once, one signs', async () => {
  for (let times = 0; times < 3; times++) {
    const made = await workflow.create([sharedStep([cast.viewer, cast.editor], signing())]);
    const answers = await Promise.all([cast.viewer, cast.editor].map((person) => sign(made, person)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await signaturesOf(made.id)).filter(({ signature }) => signature).length, 1);
  }
});
