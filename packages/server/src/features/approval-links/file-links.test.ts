import assert from 'node:assert/strict';
import { type Answer, type Cast, fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from '../transactions/testing/workflow.ts';

// The limit of requests per IP address would affect tests that share a service.
let service: TestService;
let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});
afterAll(() => service.close());

const ask = (id: number, step: number | undefined): Promise<Answer> =>
  service.call('POST', `${workflow.path(id, step ?? 0)}/link`, { token: cast.viewer.token, json: {} });
const look = (token: string): Promise<Answer> => service.call('GET', '/steplink', { token });
const press = (token: string): Promise<Answer> =>
  service.call('POST', '/steplink', { token, json: { click_button_id: 'approve' } });

const FILES = {
  action_style: 'FILE_REQUEST',
  file_requests: [
    { id: 'scan', label: 'Scan of the <deed>', required: true, types: ['text/plain'], help: 'Both sides' },
    { id: 'other', label: 'Other', max_files: 2 },
  ],
};

test('[TX-89] the token of a link uploads files for its step alone, and does not use it up', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, FILES)]);
  const { token } = (await ask(id, steps[0])).body.data;
  const upload = (bearer: string, request: string, content = 'A deed') =>
    service.call('POST', `/steplink/files?file_request=${request}`, {
      token: bearer,
      body: fileForm(content, 'deed.txt'),
    });
  const refused = await press(token);
  assert.deepEqual([refused.status, refused.body.errors[0].path], [412, 'file_requests.scan']);
  assert.equal((await upload(cast.viewer.token, 'scan')).status, 401);
  assert.equal((await upload(token, 'none')).status, 400);
  assert.equal((await upload(token, 'scan')).status, 200);
  assert.equal((await upload(token, 'scan')).status, 412);
  const [scan] = (await look(token)).body.data.step.file_requests;
  assert.deepEqual(
    scan.files.map((file: { name: string }) => file.name),
    ['deed.txt'],
  );
  const [stored] = (await workflow.steps(id))[0]?.file_requests ?? [];
  assert.equal(stored?.files[0]?.user_id, cast.viewer.id);
  assert.equal((await press(token)).status, 200);
  assert.equal((await upload(token, 'other')).status, 401);
});

test('[TX-89] the page of a link uploads files without a script, and names what does not fit', async () => {
  const { id, steps } = await workflow.create([stepFor(cast.viewer, FILES)]);
  const { token, url } = (await ask(id, steps[0])).body.data;
  const page = url.split('#')[0];
  const send = async (path: string, body: FormData | URLSearchParams) => {
    const answer = await fetch(`${page}${path}`, { method: 'POST', body });
    return { status: answer.status, text: await answer.text() };
  };
  const upload = (request: string, content: string, name: string, bearer = token) => {
    const form = new FormData();
    form.set('token', bearer);
    form.set(`file.${request}`, new File([content], name));
    return send(`/files?file_request=${request}`, form);
  };
  const button = (click_button_id: string, more: object = {}) =>
    send('', new URLSearchParams({ token, click_button_id, ...more }));
  const long = new FormData();
  for (const name of ['a', 'b', 'c']) long.set(name, 'x'.repeat(60_000));
  long.set('token', token);
  long.set('file.deed', new File(['text'], 'late.txt'));
  assert.equal((await send('/files?file_request=deed', long)).status, 413, 'too much before the file');
  const opened = await send('', new URLSearchParams({ token }));
  for (const part of [
    'formenctype="multipart/form-data"',
    'Scan of the &lt;deed&gt;</label>',
    'accept="text/plain"',
    'Both sides',
    'Other (optional)</label>',
  ])
    assert.ok(opened.text.includes(part), part);
  const early = await button('approve');
  assert.equal(early.status, 412);
  assert.match(early.text, /id="scan-wrong">“Scan of the &lt;deed&gt;” needs a file\./);
  const unsent = await button('approve', { 'file.scan': 'deed.txt' });
  assert.equal(unsent.status, 400);
  assert.match(unsent.text, /id="scan-wrong">Upload file</);
  const wrong = await upload('scan', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg');
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="scan-wrong">Is image\/svg\+xml, and must be one of: text\/plain\./);
  assert.equal((await upload('scan', 'A deed', 'deed.txt', `${token}x`)).status, 404);
  assert.equal((await workflow.steps(id))[0]?.file_requests?.[0]?.files.length, 0);
  const sent = await upload('scan', 'A deed', 'my deed.txt');
  assert.equal(sent.status, 200);
  assert.match(sent.text, /Uploaded: “my deed\.txt”\./);
  assert.doesNotMatch(sent.text, /id="scan" name="file\.scan"/);
  const asked = await button('approve');
  assert.match(asked.text, /<dt>Scan of the &lt;deed&gt;<\/dt><dd>my deed\.txt<\/dd>/);
  assert.equal((await button('approve', { confirmed: 'on' })).status, 200);
  assert.equal((await upload('other', 'Late', 'late.txt')).status, 404);
});

test('[TX-99] the page of a link uploads the files of a form, keeps what was entered, and answers', async () => {
  const fields = [
    { id: 'name', type: 'text', label: 'Name', required: true },
    { id: 'scan', type: 'file', label: 'Scan', required: true, types: ['text/plain'] },
  ];
  const { id, steps } = await workflow.create([stepFor(cast.viewer, { action_style: 'FORM', fields })]);
  const { token, url } = (await ask(id, steps[0])).body.data;
  const page = url.split('#')[0];
  const send = async (entries: Record<string, string>) => {
    const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ token, ...entries }) });
    return { status: answer.status, text: await answer.text() };
  };
  const opened = await send({});
  assert.equal(opened.text.split('type="file"').length - 1, 1);
  assert.doesNotMatch(opened.text, /name="answers\.scan"/);
  const entries = { click_button_id: 'approve', 'answers.name': 'Ada & co' };
  const early = await send(entries);
  assert.equal(early.status, 412);
  assert.match(early.text, /id="scan-wrong">“Scan” needs a file\./);
  assert.match(early.text, /value="Ada &amp; co"/);
  // Browsers send an empty file for a file input without a chosen file.
  const upload = async (...files: [string, File][]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token, 'answers.name': 'Ada & co' })) form.set(name, value);
    for (const [name, file] of files) form.set(`file.${name}`, file);
    const answer = await fetch(`${page}/files?file_request=scan`, { method: 'POST', body: form });
    return { status: answer.status, text: await answer.text() };
  };
  const other: [string, File] = ['other', new File(['Another'], 'other.txt')];
  const unchosen = new File([], '', { type: 'application/octet-stream' });
  const none = await upload(other, ['scan', unchosen]);
  assert.equal(none.status, 400);
  assert.match(none.text, /id="scan-wrong">Is required\./);
  assert.match(none.text, /value="Ada &amp; co"/);
  const sent = await upload(['other', unchosen], ['scan', new File(['A deed'], 'deed.txt')], other);
  assert.equal(sent.status, 200);
  assert.match(sent.text, /Uploaded: “deed\.txt”\./);
  assert.match(sent.text, /value="Ada &amp; co"/);
  assert.equal((await send({ ...entries, confirmed: 'on' })).status, 200);
  const [step] = await workflow.steps(id);
  assert.deepEqual(step?.answers, {
    name: 'Ada & co',
    scan: step?.file_requests?.[0]?.files[0]?.page_ids,
  });
});
