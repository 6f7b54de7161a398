import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { applicationForm, makePdf, makeTaggedPdf, type PdfFixture } from '@ringbinder/page-renderer/testing';
import type { SignaturePlace, StepSignature } from '@ringbinder/protocol';
import { type Answer, type Cast, type CreatedUser, fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { byPoppler, hasPoppler } from '../pages/testing/poppler.ts';
import { createWorkflow, stepFor, type Workflow } from '../transactions/testing/workflow.ts';
import { drawVersion } from './draw-version.ts';
import { drawSignatures } from './jobs.ts';
import { claimJob, type SignatureJob } from './queries.ts';

let cast: Cast;
let workflow: Workflow;
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const asOwner = (method: 'GET' | 'POST' | 'DELETE', path: string, more = {}) =>
  service.call(method, `/${cast.binderId}${path}`, { token: cast.owner.token, ...more });

interface ListedPage {
  id: number;
  file_id: string;
  width: number;
  height: number;
}

async function pagesOf(query = ''): Promise<ListedPage[]> {
  return (await asOwner('GET', `/pages${query}`)).body.data.pages;
}

async function upload(fixture: PdfFixture | Buffer = {}): Promise<ListedPage[]> {
  const pdf = Buffer.isBuffer(fixture) ? fixture : makePdf(fixture as PdfFixture);
  const body = fileForm(new Uint8Array(pdf), 'Contract.pdf');
  const { status, body: answer } = await asOwner('POST', '/pageupload', { body });
  assert.equal(status, 200, answer.message);
  return pagesOf(`?file_id=${answer.data.file_id}`);
}

const placeOn = ({ id }: ListedPage, more: Partial<SignaturePlace> = {}): SignaturePlace => ({
  ...{ id: 'one', page_id: id, label: 'Signature', required: true, x: 40, y: 30, width: 150, height: 60 },
  ...more,
});
const signing = (...signatures: SignaturePlace[]) => ({ action_style: 'SIGN', signatures });

function sign(
  { id, steps }: { id: number; steps: (number | undefined)[] },
  { token }: CreatedUser,
  signature: object = { text: 'Blumenthal' },
  at = 0,
): Promise<Answer> {
  const json = { click_button_id: 'approve', signatures: { one: signature } };
  return service.call('POST', workflow.path(id, steps[at] ?? 0), { token, json });
}

async function signatureOf(id: number, at = 0): Promise<StepSignature['signature']> {
  return (await workflow.steps(id))[at]?.signatures?.[0]?.signature;
}

async function shaOf(fileId: string): Promise<string> {
  const { db } = service.env;
  const rows = await db.query<{ sha256: string }>(
    'SELECT sha256 FROM files WHERE binder_id = $1 AND id = $2',
    [cast.binderId, fileId],
  );
  return rows[0]?.sha256 ?? '';
}

async function wordsOf({ id }: Pick<ListedPage, 'id'>, index = 0) {
  const page = (await pagesOf()).find((each) => each.id === id);
  const path = service.env.files.pathOf(await shaOf(page?.file_id ?? ''));
  const most = { maxBoxes: 1_000, maxChars: 10_000 };
  const { boxes } = await service.env.media.textBoxes(path, { mimeType: 'application/pdf', index, ...most });
  return boxes;
}

const textOf = async (page: Pick<ListedPage, 'id'>) =>
  (await wordsOf(page)).map(({ text }) => text).join(' ');
const draw = () => drawSignatures(service.env, (error) => assert.fail(error as Error));

async function jobOf(): Promise<SignatureJob | undefined> {
  const { db } = service.env;
  const [job] = await db.query<SignatureJob>('SELECT * FROM signature_jobs WHERE binder_id = $1', [
    cast.binderId,
  ]);
  return job;
}

async function uploadedOne(fixture: PdfFixture | Buffer = {}): Promise<ListedPage> {
  const [page] = await upload(fixture);
  assert.ok(page);
  return page;
}

test('[TX-93] a signature becomes a new version of the file, with name, time and number of the receipt', async () => {
  const page = await uploadedOne({ pages: 2 });
  const made = await workflow.create([stepFor(cast.viewer, signing(placeOn(page)))]);
  const seq = await workflow.seq();
  assert.equal((await sign(made, cast.viewer)).status, 200);
  assert.equal((await signatureOf(made.id))?.file_id, undefined);
  await draw();
  const text = await textOf(page);
  for (const words of ['Page 1', 'Blumenthal', cast.viewer.name, `Receipt ${made.id}`, 'UTC'])
    assert.ok(text.includes(words), `${words} in ${text}`);
  const { body } = await asOwner('GET', `/pages/${page.id}/versions`);
  const [now, before] = body.data.versions;
  assert.deepEqual([now.name, before.file_id, now.total_pages], ['Contract.pdf', page.file_id, 2]);
  assert.equal((await signatureOf(made.id))?.file_id, now.file_id);
  const entries = await workflow.feed(seq);
  const drawn = entries.find(({ kind }) => kind === 'step_signatures_drawn');
  assert.equal(drawn?.actor.id, cast.viewer.id);
  assert.deepEqual(drawn?.body, {
    ...{ id: made.steps[0], transaction_id: made.id, file_id: now.file_id, name: 'Contract.pdf' },
    sha256: await shaOf(now.file_id),
  });
  assert.equal(entries.filter(({ kind }) => kind === 'page_updated').length, 2);
});

test('[TX-93] a signature is at its place on rotated and cropped pages', async () => {
  for (const cropBox of [undefined, [72, 100, 540, 700]] as const)
    for (const rotate of [0, 90, 180, 270]) {
      const page = await uploadedOne({ rotate, ...(cropBox && { cropBox }) });
      const place = placeOn(page, { x: page.width - 200, y: 30 });
      const made = await workflow.create([stepFor(cast.viewer, signing(place))]);
      await sign(made, cast.viewer);
      await draw();
      const word = (await wordsOf(page)).find(({ text }) => text.includes('Blumenthal'));
      const label = `${rotate} ${cropBox}: ${JSON.stringify(word)}`;
      assert.ok(word, label);
      assert.ok(word.x >= place.x - 1 && word.x + word.width <= place.x + place.width + 1, label);
      assert.ok(word.y >= place.y - 1 && word.y + word.height <= place.y + place.height + 1, label);
      assert.ok(word.width > 60 && word.width > word.height, label);
    }
});

test.runIf(hasPoppler)('[TX-93] another PDF reader shows drawn signatures and any characters', async () => {
  const page = await uploadedOne();
  const [typed, drawn] = [placeOn(page), placeOn(page, { y: 300, x: 300 })];
  const steps = [stepFor(cast.viewer, signing(typed)), stepFor(cast.editor, signing(drawn))];
  const made = await workflow.create(steps);
  assert.equal((await sign(made, cast.viewer, { text: 'Łukasz 李 \u{1F600}' })).status, 200);
  const strokes = [
    [0, 0, 1_000, 1_000],
    [0, 1_000, 1_000, 0],
    [500, 500],
  ];
  assert.equal((await sign(made, cast.editor, { strokes }, 1)).status, 200);
  await draw();
  const file = (await pagesOf()).find(({ id }) => id === page.id)?.file_id ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of service.env.files.read(await shaOf(file))) chunks.push(chunk as Buffer);
  const { words, picture } = byPoppler(Buffer.concat(chunks), 72);
  assert.match(words, /Łukasz 李/);
  assert.match(words, /Page 1/);
  const { default: sharp } = await import('sharp');
  const area = { left: 300, top: 300, width: 150, height: 44 };
  const { channels } = await sharp(picture).extract(area).greyscale().stats();
  assert.ok((channels[0]?.min ?? 255) < 150, 'the strokes are dark');
});

test('[PAGE-78] a file with drawn signatures has the tags of its source, and the signatures are figures with a text', async () => {
  const page = await uploadedOne(makeTaggedPdf());
  const made = await workflow.create([stepFor(cast.viewer, signing(placeOn(page)))]);
  assert.equal((await sign(made, cast.viewer)).status, 200);
  await draw();
  const file = (await pagesOf()).find(({ id }) => id === page.id)?.file_id ?? '';
  const document = await PDFDocument.load(await readFile(service.env.files.pathOf(await shaOf(file))));
  const figures = document.context
    .enumerateIndirectObjects()
    .flatMap(([, each]) =>
      each instanceof PDFDict && String(each.get(PDFName.of('S'))) === '/Figure' ? each : [],
    )
    .map((each) => each.lookup(PDFName.of('Alt')))
    .map((alt) => (alt instanceof PDFHexString || alt instanceof PDFString ? alt.decodeText() : ''));
  assert.equal(figures[0], 'A chart');
  assert.match(
    figures[1] ?? '',
    new RegExp(`^Blumenthal, ${cast.viewer.name}, .* UTC · Receipt ${made.id}$`),
  );
});

test('[TX-93] of several signatures on a file, also at once, one version shows all', async () => {
  const page = await uploadedOne();
  const places = [placeOn(page), placeOn(page, { y: 200 })];
  const made = await workflow.create([
    { ...stepFor(cast.viewer, signing(places[0] as SignaturePlace)), order_number: 1 },
    { ...stepFor(cast.editor, signing(places[1] as SignaturePlace)), order_number: 1 },
  ]);
  const [one, other] = await Promise.all([
    sign(made, cast.viewer, { text: 'Arbogast' }),
    sign(made, cast.editor, { text: 'Zwiebel' }, 1),
    draw(),
  ]);
  assert.deepEqual([one.status, other.status], [200, 200]);
  await draw();
  const text = await textOf(page);
  for (const name of ['Arbogast', 'Zwiebel']) assert.ok(text.includes(name), text);
  assert.equal(await jobOf(), undefined);
  const [file] = new Set((await pagesOf()).map(({ file_id }) => file_id));
  assert.deepEqual(
    [(await signatureOf(made.id))?.file_id, (await signatureOf(made.id, 1))?.file_id],
    [file, file],
  );
});

test('[TX-94] a process that dies between press and version loses nothing, and two make one version', async () => {
  const page = await uploadedOne();
  const made = await workflow.create([stepFor(cast.viewer, signing(placeOn(page)))]);
  await sign(made, cast.viewer);
  const { env } = service;
  const job = await jobOf();
  assert.ok(job);
  // Simulates a process that claimed the job and died.
  while ((await claimJob(env.db, env.clock.now(), 60_000))?.binder_id !== cast.binderId);
  await draw();
  assert.equal((await signatureOf(made.id))?.file_id, undefined);
  await env.db.query('UPDATE signature_jobs SET due_at = 0 WHERE binder_id = $1', [cast.binderId]);
  await Promise.all([drawVersion(env, job), drawVersion(env, job), draw()]);
  assert.match(await textOf(page), /Blumenthal/);
  const { body } = await asOwner('GET', `/pages/${page.id}/versions`);
  assert.equal(body.data.versions.length, 2);
});

test('[TX-94] a file whose pages were deleted or replaced gets its signature on new pages', async () => {
  for (const change of ['delete', 'replace'] as const) {
    const page = await uploadedOne();
    const made = await workflow.create([stepFor(cast.viewer, signing(placeOn(page)))]);
    await sign(made, cast.viewer);
    if (change === 'delete') await asOwner('DELETE', `/pages/${page.id}`);
    else {
      const body = fileForm(new Uint8Array(makePdf({ text: 'replaced' })), 'Other.pdf');
      const { status, body: answer } = await asOwner('POST', `/pages/${page.id}/versions`, { body });
      assert.equal(status, 200, answer.message);
    }
    await draw();
    const signed = (await signatureOf(made.id))?.file_id ?? '';
    const [added] = await pagesOf(`?file_id=${signed}`);
    assert.ok(added && added.id !== page.id, change);
    assert.match(await textOf(added), /Page 1.*Blumenthal|Blumenthal.*Page 1/s);
    const { body } = await asOwner('GET', `/files?limit=200`);
    const names = body.data.files.map(({ id, name }: { id: string; name: string }) => id === signed && name);
    assert.ok(names.includes('Contract (signed).pdf'), JSON.stringify(names));
  }
});

test('[TX-94] a signature that no longer counts leaves the next version', async () => {
  const page = await uploadedOne();
  const back = [
    { id: 'approve', text: 'Back', next: 1 },
    { id: 'on', text: 'On' },
  ];
  const made = await workflow.create([
    { ...stepFor(cast.viewer, signing(placeOn(page))), order_number: 1 },
    { ...stepFor(cast.editor, { actions: back }), order_number: 2 },
  ]);
  await sign(made, cast.viewer);
  await draw();
  assert.match(await textOf(page), /Blumenthal/);
  assert.equal((await workflow.press(made.id, made.steps[1], cast.editor.token)).status, 200);
  assert.equal(await signatureOf(made.id), undefined);
  await draw();
  assert.doesNotMatch(await textOf(page), /Blumenthal/);
  await sign(made, cast.viewer, { text: 'Winterfeld' });
  await draw();
  const text = await textOf(page);
  assert.match(text, /Winterfeld/);
  assert.doesNotMatch(text, /Blumenthal/);
});

test('[TX-94] a reopened step brings no deleted document back', async () => {
  const page = await uploadedOne();
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'back', text: 'Back', next: 1 },
  ];
  const made = await workflow.create([
    stepFor(cast.viewer, { ...signing(placeOn(page)), order_number: 1 }),
    stepFor(cast.editor, { actions, order_number: 2 }),
  ]);
  assert.equal((await sign(made, cast.viewer)).status, 200);
  await draw();
  await asOwner('DELETE', `/pages/${page.id}`);
  const json = { click_button_id: 'back' };
  const path = workflow.path(made.id, made.steps[1] ?? 0);
  const { status, body } = await service.call('POST', path, { token: cast.editor.token, json });
  assert.equal(status, 200, body.message);
  assert.ok(await jobOf());
  await draw();
  assert.equal(await jobOf(), undefined);
  assert.deepEqual(await pagesOf(), []);
});

test('[PAGE-68] a form with a signature of a step is not filled, since its text would change', async () => {
  const body = fileForm(new Uint8Array(await applicationForm()), 'Application.pdf');
  const uploaded = await asOwner('POST', '/pageupload', { body });
  const [page] = await pagesOf(`?file_id=${uploaded.body.data.file_id}`);
  assert.ok(page);
  const made = await workflow.create([stepFor(cast.viewer, signing(placeOn(page)))]);
  assert.equal((await sign(made, cast.viewer)).status, 200);
  const fill = async () => {
    const [{ file_id = '' } = {}] = await pagesOf();
    const json = { base_file_id: file_id, values: { 'person.city': 'Bonn' } };
    return (await asOwner('POST', `/pages/${page.id}/fields`, { json })).status;
  };
  assert.equal(await fill(), 412, 'before the signature is drawn');
  await draw();
  assert.equal(await fill(), 412);
  const listed = await asOwner('GET', `/pages/${page.id}/fields`);
  assert.equal(listed.body.data.refusal.reason, 'signed');
});
