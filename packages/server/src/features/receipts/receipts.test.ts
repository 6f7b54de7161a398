import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages, openCatalogue } from '@ringbinder/locales';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, onTestFinished, test } from 'vitest';
import { signatureJobs } from '../signatures/index.ts';
import { createWorkflow, sharedStep, stepFor } from '../transactions/testing/workflow.ts';
import { checkReceiptFile } from './index.ts';
import { findPlaces, MAX_ENTRIES } from './queries.ts';
import { receiptTools } from './read-file.ts';
import { createReceipt, type ReceiptFixture } from './testing/fixture.ts';
import { forgeries } from './testing/forgeries.ts';
import { verifyReceipt } from './verify.ts';
import { receiptWords } from './words.ts';

let receipt: ReceiptFixture;
beforeAll(async () => {
  receipt = await createReceipt(service);
});

test('[TIME-6] the receipt of a transaction that has ended is one file for readers of the binder', async () => {
  const { file, request, cast } = receipt;
  const answer = await request();
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; /);
  assert.equal((await request(undefined, cast.otherPartner)).status, 403);
  assert.equal((await request(999_999)).status, 404);
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.map(({ passed, words }) => [passed, words]).filter(([passed]) => !passed),
    [],
  );
  const { payload, signature } = check ?? {};
  assert.deepEqual(
    payload?.transaction.steps.map((step) => [step.assignee.name, step.button_text, step.status]),
    [cast.owner, cast.editor].map(({ name }) => [name, 'Approve', 'completed']),
  );
  assert.equal(payload?.documents[0]?.name, 'Loan agreement <final> & signed.pdf');
  const kinds = payload?.runs
    .flatMap(({ items }) => items)
    .map((item) => (typeof item === 'string' ? 'hidden' : item.kind));
  const feed = 'message_posted';
  assert.deepEqual(kinds, [
    'transaction_created',
    'step_completed',
    feed,
    'hidden',
    'hidden',
    feed,
    'step_completed',
    feed,
    'transaction_ended',
  ]);
  assert.ok(!file.includes('business'), 'messages of others are not in it');
  const published = (await (await fetch(`${service.origin}/.well-known/ringbinder-keys.json`)).json()) as {
    keys: Record<string, string>[];
  };
  assert.deepEqual(
    published.keys.map(({ x, kid, alg }) => [x, kid, alg]),
    [[signature?.key.x, signature?.key.kid, 'EdDSA']],
  );
  assert.ok(!JSON.stringify(published).includes('"d"'), 'the private part is not published');
});

test('[TIME-7] the program for Node finds a changed byte anywhere', async () => {
  const { file } = receipt;
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-receipt-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [what, change] of forgeries) {
    const changed = change(file);
    assert.notEqual(changed, file, what);
    const check = await checkReceiptFile(changed);
    assert.ok(!check || check.checks.some(({ passed }) => passed === false), what);
  }
  for (let at = 7; at < file.length; at += 389) {
    const check = await checkReceiptFile(`${file.slice(0, at)}\u0001${file.slice(at + 1)}`);
    assert.ok(!check || check.checks.some(({ passed }) => passed === false), `a byte at ${at}`);
  }
  const path = join(directory, 'receipt.html');
  await writeFile(path, file);
  const run = (...more: string[]) =>
    new Promise<{ code: unknown; out: string }>((resolve) => {
      const program = new URL('../../commands/verify-receipt.ts', import.meta.url).pathname;
      execFile(process.execPath, [program, path, ...more], (error, out) =>
        resolve({ code: error?.code ?? 0, out }),
      );
    });
  const good = await run();
  assert.deepEqual([good.code, good.out.includes('BAD')], [0, false], good.out);
  const keys = join(directory, 'keys.json');
  await writeFile(keys, '{"keys":[]}');
  assert.equal((await run('--keys', keys)).code, 1);
  await writeFile(path, file.replace('Loan 4711', 'Loan 4712'));
  assert.equal((await run()).code, 1);
});

test('[TIME-7] [LANG-24] receipts of earlier versions are still verified', async () => {
  for (const [version, heading] of [
    [1, 'Who answered'],
    [2, 'Answers'],
    [3, 'Answers'],
  ] as const) {
    const file = await readFile(new URL(`testing/version-${version}.html`, import.meta.url), 'utf8');
    const found = await checkReceiptFile(file);
    assert.equal(found?.payload.version, version);
    assert.ok(found?.checks.every(({ passed }) => passed));
    const changed = await checkReceiptFile(file.replace(heading, 'Replies'));
    assert.equal(changed?.checks.find(({ name }) => name === 'page')?.passed, false);
  }
});

test('[LANG-24] a receipt is in the language of the person who requests it, and its words are signed', async () => {
  const { cast, request } = await createReceipt(service);
  for (const language of languages) {
    await service.call('POST', '/me', { token: cast.editor.token, json: { language } });
    const answer = await request();
    const { text, tag } = await openCatalogue(language);
    const file = await answer.text();
    const found = await checkReceiptFile(file);
    assert.deepEqual(
      found?.checks.filter(({ passed }) => !passed),
      [],
      language,
    );
    assert.ok(file.includes(`<html lang="${tag}">`), language);
    for (const id of ['receipt.answers', 'receipt.requested_by', 'receipt.completed'])
      assert.ok(file.includes(text(id)), `${language}: ${id}`);
    const name = decodeURIComponent(answer.headers.get('content-disposition') ?? '');
    assert.ok(name.includes(text('receipt.file_name', { title: '' }).trim()), name);
    const forged = file.replaceAll(text('receipt.completed'), text('receipt.rejected'));
    const checks = (await checkReceiptFile(forged))?.checks ?? [];
    assert.equal(checks.find(({ name: check }) => check === 'signature')?.passed, false, language);
  }
});

test('[TIME-6] a receipt of more entries than fit has all presses and the newest others, with the end', async () => {
  const reassigned = await countIncluded({
    step_pressed: 10,
    step_reassigned: MAX_ENTRIES,
    transaction_ended: 1,
  });
  assert.deepEqual(reassigned, { step_pressed: 10, step_reassigned: MAX_ENTRIES - 11, transaction_ended: 1 });
  const pressed = { step_pressed: MAX_ENTRIES + 10, transaction_ended: 1 };
  assert.deepEqual(await countIncluded({ step_reassigned: 10, ...pressed }), pressed);
});

async function countIncluded(counts: Record<string, number>): Promise<Record<string, number>> {
  const { cast } = await createReceipt(service);
  const { db } = service.env;
  const id = 999_999;
  const kinds = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  const [binder] = await db.query<{ seq: number }>(
    'UPDATE binders SET seq = seq + $2 WHERE id = $1 RETURNING seq',
    [cast.binderId, kinds.length],
  );
  const last = binder?.seq ?? 0;
  await db.query(
    `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, $2 + n, $3, $4, kind, jsonb_build_object('id', $5::bigint, 'transaction_id', $5::bigint)
     FROM unnest($6::text[]) WITH ORDINALITY AS entry (kind, n)`,
    [cast.binderId, last - kinds.length, service.env.clock.now(), cast.owner.id, id, kinds],
  );
  const places = await findPlaces(db, cast.binderId, id, 0);
  assert.equal(places.at(-1), last);
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  const found: Record<string, number> = {};
  for (const seq of places) {
    const kind = kinds[seq - last + kinds.length - 1] ?? '';
    found[kind] = (found[kind] ?? 0) + 1;
  }
  return found;
}

test('[TIME-6] [TIME-12] a log that does not fit its hash chain has no receipt', async () => {
  const broken = await createReceipt(service);
  await service.env.db.query(
    `UPDATE binder_log SET at = at + 1 WHERE binder_id = $1 AND kind = 'step_completed'`,
    [broken.cast.binderId],
  );
  const refused = await broken.request();
  assert.equal(refused.status, 500, 'it is an error of the server');
  assert.match(((await refused.json()) as { message: string }).message, /does not match its hash chain/);
});

test('[TIME-6] [TX-53] the receipt of a step of several people shows each who pressed, and checks them', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'reject', text: 'Reject <all>', outcome: 'rejected' },
  ];
  const people = [cast.owner, cast.editor, cast.viewer];
  const { id, steps } = await workflow.create([sharedStep(people, { required: 'all', actions })]);
  await workflow.press(id, steps[0], cast.viewer.token);
  await workflow.press(id, steps[0], cast.owner.token, 'reject');
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  assert.deepEqual(
    check?.payload.transaction.steps[0]?.presses?.map(({ name, button_text }) => [name, button_text]),
    [
      [cast.viewer.name, 'Approve'],
      [cast.owner.name, 'Reject <all>'],
    ],
  );
  assert.ok(file.includes(`<strong>${cast.viewer.name}</strong>`));
  const { body } = await service.call('GET', `${workflow.path(id)}/audit`, { token: cast.owner.token });
  assert.deepEqual(
    body.data.entries
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind.startsWith('step_')),
    ['step_pressed', 'step_completed'],
  );
});

async function textsOf(pdf: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-receipt-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'receipt.pdf');
  await writeFile(path, pdf);
  const options = { mimeType: 'application/pdf', index: 0, maxBoxes: 1_000, maxChars: 20_000 };
  return service.env.media.textBoxes(path, options);
}

test('[TX-95] the receipt shows signatures with their digests, and a check compares these with the log', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const body = fileForm(new Uint8Array(makePdf()), 'Contract.pdf');
  const token = cast.owner.token;
  const uploaded = await service.call('POST', `/${cast.binderId}/pageupload`, { token, body });
  const list = `/${cast.binderId}/pages?file_id=${uploaded.body.data.file_id}`;
  const [page] = (await service.call('GET', list, { token })).body.data.pages;
  const box = { page_id: page.id, x: 10, width: 200, height: 60 };
  const signatures = [
    { ...box, id: 'drawn', label: 'Drawn <here>', y: 10 },
    { ...box, id: 'typed', label: 'Typed', y: 100 },
  ];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { action_style: 'SIGN', signatures })]);
  const given = {
    drawn: {
      strokes: [
        [0, 0, 500, 1_000],
        [7, 7],
      ],
    },
    typed: { text: 'Ben & Co' },
  };
  const json = { click_button_id: 'approve', signatures: given };
  const path = workflow.path(id, steps[0] ?? 0);
  assert.equal((await service.call('POST', path, { token: cast.viewer.token, json })).status, 200);
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const shown = file.slice(file.indexOf('<main>'), file.indexOf('</main>'));
  const digest = createHash('sha256').update(JSON.stringify(given.drawn)).digest('hex');
  for (const part of [
    'Drawn &lt;here&gt;',
    'd="M0.0 0.0L100.0 45.0M1.4 0.3h0"',
    digest,
    '<strong>Ben &amp; Co',
  ])
    assert.ok(shown.includes(part), part);
  const { payload, signature } = check ?? {};
  assert.ok(payload && signature);
  const headings = [...shown.matchAll(/<h2>(.+?)<\/h2>/g)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    'Answers',
    'Documents of the request',
    'Other documents in the binder at completion',
    'Binder log',
  ]);
  const own = payload.documents.flatMap(({ name, is_own }) => (is_own ? name : []));
  assert.deepEqual(own, ['Contract.pdf']);
  assert.equal(shown.match(/<dd>.+?On “Contract.pdf”, page 1/g)?.length, 2);
  const forged = structuredClone(payload);
  const [picture] = forged.transaction.steps[0]?.signatures ?? [];
  assert.ok(picture);
  picture.sha256 = '0'.repeat(64);
  const found = await verifyReceipt(forged, signature, true, receiptTools, receiptWords(forged));
  assert.equal(found.find(({ name }) => name === 'steps')?.passed, false);
  await signatureJobs.work(service.env);
  const fileId = (await workflow.steps(id))[0]?.signatures?.[0]?.signature?.file_id;
  const [signed] = await service.env.db.query<{ sha256: string }>(
    'SELECT sha256 FROM files WHERE binder_id = $1 AND id = $2',
    [cast.binderId, fileId],
  );
  const later = await (await request(id)).text();
  assert.ok(later.includes(`<code>Signed version: SHA-256 ${signed?.sha256}</code>`));
  const pdf = Buffer.from(await (await request(id, cast.editor, '?format=pdf')).arrayBuffer());
  const { boxes } = await textsOf(pdf);
  for (const word of ['Drawn', 'Typed', 'Co', 'Contract', 'Other', 'version'])
    assert.ok(
      boxes.some(({ text }) => text.includes(word)),
      word,
    );
});

test('[TIME-6] a line of the server in the chat is not drawn as words of a person', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const { id, steps } = await workflow.create([stepFor(cast.editor)]);
  await workflow.press(id, steps[0], cast.editor.token);
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const line = `${cast.editor.name} approved`;
  assert.ok(file.includes(`<td>Line in the chat: ${line}</td>`));
  assert.ok(!file.includes(`wrote: ${line}<`));
});

test('[TX-70] the receipt shows the answers to forms, and a check compares them with the log', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const fields = [
    { id: 'income', type: 'money', label: 'Income <net>', currency: 'EUR' },
    { id: 'terms', type: 'checkbox', label: 'I accept' },
    { id: 'note', type: 'text', label: 'Note' },
  ];
  const actions = [{ id: 'send', text: 'Send' }];
  const form = { action_style: 'FORM', fields, actions };
  const people = [cast.owner, cast.viewer];
  const { id, steps } = await workflow.create([
    stepFor(cast.editor, form),
    sharedStep(people, { ...form, required: 2 }),
  ]);
  const send = async (step: number | undefined, { token }: { token: string }, answers: object) => {
    const json = { click_button_id: 'send', answers };
    assert.equal((await service.call('POST', workflow.path(id, step ?? 0), { token, json })).status, 200);
  };
  await send(steps[0], cast.editor, { income: '1250', terms: true });
  await send(steps[1], cast.owner, { note: 'First & last' });
  await send(steps[1], cast.viewer, {});
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const page = file.slice(file.indexOf('<main>'), file.indexOf('</main>'));
  for (const line of [
    'Income &lt;net&gt;</dt><dd>1250.00 EUR',
    'I accept</dt><dd>Yes',
    'Note</dt><dd>First &amp; last',
  ])
    assert.ok(page.includes(line), line);
  // The log entry of a press contains its answers, so a forger would have to change this entry as well.
  const { payload, signature } = check ?? {};
  assert.ok(payload && signature);
  for (const [place, change] of [
    [0, { id: 'income', label: 'Income <net>', value: '9999.00', currency: 'EUR' }],
    [1, { id: 'note', label: 'Note', value: 'Other' }],
  ] as const) {
    const forged = structuredClone(payload);
    const step = forged.transaction.steps[place];
    const owner = place === 0 ? step : step?.presses?.[0];
    assert.ok(owner?.answers);
    owner.answers = [change];
    const found = await verifyReceipt(forged, signature, true, receiptTools, receiptWords(forged));
    assert.deepEqual(
      found.filter(({ name }) => name === 'steps').map(({ passed }) => passed),
      [false],
    );
  }
});

test('[TX-74] the receipt has the pages that were opened to the end, with their times', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const note = { token: cast.owner.token, json: { type: 'note', name: 'Terms & prices', text: 'Long' } };
  const { page_id: page } = (await service.call('POST', `/${cast.binderId}/pages`, note)).body.data;
  const { id, steps } = await workflow.create([
    stepFor(cast.editor, { action_style: 'ACKNOWLEDGE', pages: [page] }),
  ]);
  const path = `${workflow.path(id, steps[0] ?? 0)}/pages/${page}`;
  assert.equal((await service.call('POST', path, { token: cast.editor.token, json: {} })).status, 200);
  assert.equal((await workflow.press(id, steps[0], cast.editor.token)).status, 200);
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  assert.match(file, /<\/strong> opened “Terms &amp; prices” to the end<\/td>/);
});

test('[TX-88] the receipt has the uploaded files of a step with their names and SHA-256', async () => {
  const { cast, request } = receipt;
  const workflow = createWorkflow(service, cast);
  const file_requests = [{ id: 'deed', label: 'Deed & plan', required: true }];
  const { id, steps } = await workflow.create([
    stepFor(cast.editor, { action_style: 'FILE_REQUEST', file_requests }),
  ]);
  const path = `${workflow.path(id, steps[0] ?? 0)}/files?file_request=deed`;
  const upload = { token: cast.editor.token, body: fileForm('A deed', 'my <deed>.txt') };
  assert.equal((await service.call('POST', path, upload)).status, 200);
  assert.equal((await workflow.press(id, steps[0], cast.editor.token)).status, 200);
  const file = await (await request(id)).text();
  const check = await checkReceiptFile(file);
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  const sha256 = createHash('sha256').update('A deed').digest('hex');
  assert.ok(file.includes(`uploaded “my &lt;deed&gt;.txt” for “Deed &amp; plan”, SHA-256 ${sha256}</td>`));
});
