import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { refused, status } from '../expect.ts';
import type { Caller } from '../people.ts';

const test = checks('uploads');

const TUS = { 'tus-resumable': '1.0.0' };
const OFFSET_STREAM = { ...TUS, 'content-type': 'application/offset+octet-stream' };

function begin(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const filename = Buffer.from('notes.txt').toString('base64');
  return caller.send('POST', `${path}/uploads`, {
    headers: { ...TUS, 'upload-length': '8', 'upload-metadata': `filename ${filename}`, ...headers },
  });
}

async function begun(caller: Caller, path: string, headers?: Record<string, string>): Promise<string> {
  return pathOf(path, await begin(caller, path, headers));
}

function pathOf(path: string, answer: Answer): string {
  status(answer, 201);
  const location = answer.headers.get('location') ?? '';
  const id = /\/uploads\/(\w+)$/.exec(location)?.[1];
  assert.ok(id !== undefined, 'a location that ends with the id of the upload');
  return `${path}/uploads/${id}`;
}

const send = (caller: Caller, path: string, offset: number, body: string, headers = {}) =>
  caller.send('PATCH', path, {
    headers: { ...OFFSET_STREAM, 'upload-offset': String(offset), ...headers },
    body: Buffer.from(body),
  });
const head = (caller: Caller, path: string) => caller.send('HEAD', path, { headers: TUS });

test('[TUS-1] [TUS-2] a file comes in two requests, and is a page when it is whole', async (t) => {
  const room = await t.binder();
  const path = await begun(t.editor, room.path);
  status(await send(t.editor, path, 0, 'five '), 204);
  const half = await head(t.editor, path);
  assert.deepEqual([half.status, half.headers.get('upload-offset')], [200, '5']);
  assert.equal(half.headers.get('upload-length'), '8');
  assert.deepEqual(await room.pages(), []);
  const last = await send(t.editor, path, 5, 'yrs');
  status(last, 204);
  const fileId = last.headers.get('ringbinder-file-id');
  assert.equal((await t.viewer.get(`${room.path}/files/${fileId}`)).bytes.toString(), 'five yrs');
  assert.equal((await room.pages()).length, 1);
  assert.deepEqual((await head(t.editor, path)).headers.get('ringbinder-file-id'), fileId);
});

test('[TUS-3] the length is told at the end, and bytes come with the creation', async (t) => {
  const room = await t.binder();
  const filename = `filename ${Buffer.from('late.txt').toString('base64')}`;
  const deferred = async () => {
    const headers = { ...TUS, 'upload-defer-length': '1', 'upload-metadata': filename };
    return pathOf(room.path, await t.editor.send('POST', `${room.path}/uploads`, { headers }));
  };
  const contentOf = async ({ headers }: Answer) =>
    (await t.viewer.get(`${room.path}/files/${headers.get('ringbinder-file-id')}`)).bytes.toString();
  const path = await deferred();
  status(await send(t.editor, path, 0, 'one '), 204);
  assert.equal((await head(t.editor, path)).headers.get('upload-defer-length'), '1');
  assert.equal(await contentOf(await send(t.editor, path, 4, 'two', { 'upload-length': '7' })), 'one two');
  const ended = await deferred();
  status(await send(t.editor, ended, 0, 'all'), 204);
  assert.equal(await contentOf(await send(t.editor, ended, 3, '', { 'upload-length': '3' })), 'all');
  refused(await send(t.editor, await deferred(), 0, '', { 'upload-length': '0' }), 400, 'file');
  const whole = await t.editor.send('POST', `${room.path}/uploads`, {
    headers: { ...OFFSET_STREAM, 'upload-length': '5', 'upload-metadata': filename },
    body: Buffer.from('whole'),
  });
  assert.equal(whole.headers.get('upload-offset'), '5');
  assert.equal(await contentOf(whole), 'whole');
});

test('[TUS-4] [TUS-7] a wrong offset is 409, and what lies is named', async (t) => {
  const room = await t.binder();
  const path = await begun(t.editor, room.path);
  const both = await Promise.all([send(t.editor, path, 0, 'one'), send(t.editor, path, 0, 'two')]);
  assert.deepEqual(both.map((answer) => answer.status).sort(), [204, 409]);
  refused(await send(t.editor, path, 0, 'again'), 409, 'Upload-Offset');
  refused(await send(t.editor, path, 3, 'much too long'), 413, 'body');
  refused(await begin(t.editor, room.path, { 'upload-length': '-1' }), 400, 'Upload-Length');
  refused(await begin(t.editor, room.path, { 'upload-metadata': 'filename Ly4u' }), 400, 'Upload-Metadata');
  refused(await begin(t.editor, room.path, { 'tus-resumable': '0.1.0' }), 412, 'Tus-Resumable');
  status(await t.editor.send('DELETE', path, { headers: TUS }), 204);
  assert.equal((await head(t.editor, path)).status, 404);
});

test('[TUS-6] what is no file that is taken is refused for good', async (t) => {
  const room = await t.binder();
  const body = '%PDF-1.7\nno PDF';
  const path = await begun(t.editor, room.path, { 'upload-length': String(body.length) });
  refused(await send(t.editor, path, 0, body), 400, 'file');
  assert.equal((await head(t.editor, path)).status, 400);
  assert.deepEqual(await room.pages(), []);
});

test('[TUS-8] an upload is its person’s alone', async (t) => {
  const room = await t.binder();
  const path = await begun(t.editor, room.path);
  refused(await send(t.owner, path, 0, 'five yrs'), 404);
  refused(await begin(t.viewer, room.path), 403);
  assert.equal((await head(t.viewer, path)).status, 403);
});
