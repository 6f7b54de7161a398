import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { makePdf } from '../../media/testing/fixtures.ts';
import { uploaded } from '../pages/testing/upload.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const get = (path: string, token = cast.viewer.token, headers: Record<string, string> = {}) =>
  service.call('GET', `/${cast.binderId}${path}`, { token, headers });

test('[FILE-23] files are listed in the order of their coming, with all their fields', async () => {
  const binderId = await service.make.binder(cast.owner);
  const uploader = { binderId, owner: cast.owner };
  const pdf = makePdf({ pages: 3 });
  const first = await uploaded(service, uploader, pdf, 'three.pdf');
  const second = await uploaded(service, uploader, Buffer.from([0, 1, 2]), 'Daten 年.bin');
  await service.call('DELETE', `/${binderId}/pages/${first.pages[0].id}`, { token: cast.owner.token });
  const { status, body } = await service.call('GET', `/${binderId}/files`, { token: cast.owner.token });
  assert.equal(status, 200);
  const user = { id: cast.owner.id, name: cast.owner.name };
  const times = body.data.files.map(({ created_time }: { created_time: number }) => created_time);
  assert.ok(times.every((time: number) => Math.abs(time - service.clock.now()) < 60_000));
  assert.deepEqual(body.data, {
    files: [
      {
        id: first.fileId,
        name: 'three.pdf',
        mime_type: 'application/pdf',
        size: pdf.length,
        total_pages: 2,
        user,
        created_time: times[0],
        updated_time: times[0],
      },
      {
        id: second.fileId,
        name: 'Daten 年.bin',
        mime_type: 'application/octet-stream',
        size: 3,
        total_pages: 0,
        user,
        created_time: times[1],
        updated_time: times[1],
      },
    ],
  });
});

test('[FILE-23] limit and cursor walk the files, each once, also those of one millisecond', async () => {
  const binderId = await service.make.binder(cast.owner);
  for (let number = 0; number < 7; number++)
    await uploaded(service, { binderId, owner: cast.owner }, `text ${number}`);
  await service.env.db.query('UPDATE files SET created_at = 1 WHERE binder_id = $1', [binderId]);
  const all = await service.call('GET', `/${binderId}/files`, { token: cast.owner.token });
  const idsOf = ({ files }: { files: { id: string }[] }) => files.map(({ id }) => id);
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const query = `?limit=3${cursor ? `&cursor=${cursor}` : ''}`;
    const { body } = await service.call('GET', `/${binderId}/files${query}`, { token: cast.owner.token });
    walked.push(...idsOf(body.data));
    cursor = body.data.next_cursor;
  } while (cursor);
  assert.equal(walked.length, 7);
  assert.deepEqual(walked, idsOf(all.body.data));
});

test('[HTTP-24] a limit or cursor that is none is 400 and named', async () => {
  for (const [name, value] of [
    ['limit', '0'],
    ['limit', '1001'],
    ['limit', 'x'],
    ['cursor', 'x'],
    ['cursor', 'WzEsMV0'],
  ]) {
    const { status, body } = await get(`/files?${name}=${value}`);
    assert.deepEqual([status, body.errors[0].path], [400, name]);
  }
});

test('[FILE-24] a file comes as it was uploaded, as an attachment of its name, with ranges', async () => {
  const pdf = makePdf({ pages: 4 });
  const { fileId } = await uploaded(service, cast, pdf, 'Übersicht.pdf');
  const whole = await get(`/files/${fileId}`);
  assert.equal(whole.status, 200);
  assert.deepEqual(whole.bytes, pdf);
  assert.equal(whole.headers.get('content-type'), 'application/pdf');
  const disposition = whole.headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment; .*filename\*=UTF-8''%C3%9Cbersicht\.pdf/);
  const part = await get(`/files/${fileId}`, cast.viewer.token, { range: 'bytes=10-19' });
  assert.equal(part.status, 206);
  assert.deepEqual(part.bytes, pdf.subarray(10, 20));
  assert.equal((await get(`/files/${fileId}`, cast.viewer.token, { range: 'bytes=99999999-' })).status, 416);
});

test('[FILE-24] deleting all its pages leaves the file', async () => {
  const { fileId, pages } = await uploaded(service, cast, 'kept');
  await service.call('DELETE', `/${cast.binderId}/pages/${pages[0].id}`, { token: cast.owner.token });
  assert.equal((await get(`/files/${fileId}`)).bytes.toString(), 'kept');
});

test('[HTTP-18] [HTTP-19] a file that is not there, or of another binder, is 404, a wrong id 400', async () => {
  const other = await service.make.binder(cast.owner);
  const foreign = await uploaded(service, { binderId: other, owner: cast.owner }, 'text');
  assert.equal((await get(`/files/${foreign.fileId}`)).status, 404);
  assert.equal((await get('/files/F0000000000000000000000')).status, 404);
  const { status, body } = await get('/files/F1');
  assert.deepEqual([status, body.errors[0].path], [400, 'file_id']);
});

test('[HTTP-20] only members see files', async () => {
  const { fileId } = await uploaded(service, cast, 'text');
  const expected: [string, number][] = [
    [cast.owner.token, 200],
    [cast.editor.token, 200],
    [cast.viewer.readToken, 200],
    [cast.colleague.token, 403],
    [cast.neighbour.token, 403],
    [cast.stranger.token, 403],
    ['unknown', 401],
  ];
  for (const [token, status] of expected) {
    assert.equal((await get('/files', token)).status, status);
    assert.equal((await get(`/files/${fileId}`, token)).status, status);
  }
});

test('[ERR-15] bytes that are lost on disk are a 500 that tells nothing, and the service goes on', async () => {
  const { fileId } = await uploaded(service, cast, 'soon to be lost');
  const [row] = await service.env.db.query<{ sha256: string }>('SELECT sha256 FROM files WHERE id = $1', [
    fileId,
  ]);
  await rm(service.env.files.pathOf(row?.sha256 ?? ''));
  const { status, body } = await get(`/files/${fileId}`);
  assert.equal(status, 500);
  assert.equal(body.code, 'RESPONSE_ERROR_FAILED');
  assert.doesNotMatch(JSON.stringify(body), /ENOENT|content\//);
  assert.equal((await get('/files')).status, 200);
});
