import assert from 'node:assert/strict';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { webm } from '../../../../../conformance/src/fixtures/media.ts';
import { FORM_TYPE, filePart, formOf } from '../pages/testing/form.ts';
import { upload } from '../pages/testing/upload.ts';

let service: TestService;
let cast: Cast;
let pageId: number;
beforeAll(async () => {
  service = await startService({ background: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  cast = await service.make.cast();
  pageId = await uploadedPage(Buffer.from(webm), 'Clip.webm');
});

async function uploadedPage(bytes: Buffer, name: string): Promise<number> {
  const { status } = await upload(service, cast, bytes, name);
  assert.equal(status, 200);
  return (await lastPage(cast.binderId)).id;
}

async function lastPage(binderId: string): Promise<{ id: number; revision: number }> {
  const { body } = await service.call('GET', `/${binderId}/pages`, { token: cast.owner.token });
  return body.data.pages.at(-1);
}

const addressOf = (query = '', id = pageId) => `/${cast.binderId}/pages/${id}/captions${query}`;

const put = (body: string | Buffer, { token = cast.editor.token, query = '', id = pageId } = {}) =>
  service.call('PUT', addressOf(query, id), { token, body, headers: { 'content-type': 'text/vtt' } });

async function read(query = '', token = cast.viewer.token) {
  const { status, headers, bytes } = await service.call('GET', addressOf(query), { token });
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/vtt; charset=utf-8');
  return { language: headers.get('content-language'), vtt: bytes.toString() };
}

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Grace>Amortisation plan\n';

test('[PAGE-79] captions and descriptions of a page with sound are added, read, replaced and removed', async () => {
  assert.deepEqual(await read(), { language: null, vtt: 'WEBVTT\n\n' });
  const { revision } = await lastPage(cast.binderId);
  assert.equal((await put(VTT, { query: '?language=PT-br' })).status, 200);
  assert.deepEqual(await read(), { language: 'pt-BR', vtt: VTT });
  const shown = VTT.replace('Amortisation plan', 'Ada points at a chart');
  assert.equal((await put(shown, { query: '?kind=descriptions' })).status, 200);
  assert.deepEqual(await read('?kind=descriptions'), { language: 'und', vtt: shown });
  const srt = Buffer.from('\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nCorrected\r\n');
  assert.equal((await put(srt)).status, 200);
  assert.equal((await read()).vtt, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nCorrected\n');
  const remove = (query = '') => service.call('DELETE', addressOf(query), { token: cast.editor.token });
  assert.equal((await remove()).status, 200);
  assert.equal((await remove()).status, 404);
  assert.deepEqual(await read(), { language: null, vtt: 'WEBVTT\n\n' });
  assert.equal((await read('?kind=descriptions')).vtt, shown);
  assert.equal((await lastPage(cast.binderId)).revision, revision + 4);
  const entries = await service.env.db.query(
    `SELECT body FROM binder_log WHERE binder_id = $1 AND kind = 'page_updated' ORDER BY seq`,
    [cast.binderId],
  );
  assert.deepEqual(
    entries.map(({ body }) => body),
    [
      { id: pageId, captions: true },
      { id: pageId, descriptions: true },
      { id: pageId, captions: true },
      { id: pageId, captions: true },
    ],
  );
});

test('[PAGE-79] who may write changes captions, and who may read reads them', async () => {
  for (const { token } of [cast.viewer, cast.sameOrg]) {
    assert.equal((await put(VTT, { token })).status, 403);
    assert.equal((await service.call('DELETE', addressOf(), { token })).status, 403);
  }
  assert.equal((await service.call('GET', addressOf(), { token: cast.sameOrg.token })).status, 403);
  assert.equal((await put(VTT, { token: '' })).status, 401);
  assert.equal((await put(VTT, { id: 999_999 })).status, 404);
  const note = await uploadedPage(Buffer.from('One'), 'note.md');
  const refused = await put(VTT, { id: note });
  assert.equal(refused.status, 412);
  assert.match(refused.body.message, /has to play sound or video/);
});

test('[PAGE-81] captions that cannot be read are refused, and change nothing', async () => {
  const faults = [
    [
      await put('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n00:00:03 --> soon\nTwo\n'),
      /captions.*line 6/,
    ],
    [await put(Buffer.from([0x57, 0xff, 0xfe])), /captions.*UTF-8/],
    [await put(VTT, { query: '?language=not%20a%20tag' }), /language/],
    [await put(VTT, { query: '?kind=songs' }), /kind/],
  ] as const;
  for (const [{ status, body }, message] of faults) {
    assert.equal(status, 400);
    assert.match(body.message, message);
  }
  const json = await service.call('PUT', addressOf(), { token: cast.editor.token, json: { text: VTT } });
  assert.equal(json.status, 400);
  const empty = await service.call('PUT', addressOf(), { token: cast.editor.token });
  assert.equal(empty.status, 400);
  const large = await put(`${VTT}\n${'x'.repeat(1024 * 1024)}`);
  assert.equal(large.status, 413);
  assert.equal((await read()).vtt, 'WEBVTT\n\n');
});

test('[PAGE-82] captions of a recorded meet are shown until others are added, and again after their removal', async () => {
  const { db } = service.env;
  const at = service.clock.now();
  const { body } = await service.call('POST', `/${cast.binderId}/meets`, {
    token: cast.owner.token,
    json: { name: 'Talk' },
  });
  await db.query(
    `INSERT INTO meet_recordings (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at, marks)
     SELECT $1, $2, file_id, $3, $4::bigint, $4::bigint + 20000, $4, '[]' FROM pages WHERE binder_id = $1 AND id = $3`,
    [cast.binderId, body.data.id, pageId, at],
  );
  await db.query(
    `INSERT INTO meet_captions (binder_id, meet_id, seq, user_id, name, language, text, started_at, ended_at)
     VALUES ($1, $2, 1, NULL, 'Grace', 'en', 'The rate is fixed.', $3::bigint + 1000, $3::bigint + 3000)`,
    [cast.binderId, body.data.id, at],
  );
  const ofMeet = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Grace>The rate is fixed.\n';
  assert.deepEqual(await read(), { language: null, vtt: ofMeet });
  assert.equal((await read('?kind=descriptions')).vtt, 'WEBVTT\n\n');
  await put(VTT);
  assert.equal((await read()).vtt, VTT);
  await service.call('DELETE', addressOf(), { token: cast.editor.token });
  assert.equal((await read()).vtt, ofMeet);
});

test('[PAGE-83] search finds a page by its captions and descriptions, and a copy and a new version have them', async () => {
  const search = async (word: string) => {
    const { body } = await service.call('GET', `/${cast.binderId}/search?q=${word}`, {
      token: cast.viewer.token,
    });
    return (body.data.results as { type: string }[]).map(({ type }) => type);
  };
  await put(VTT);
  await put(VTT.replace('Amortisation', 'Cornerstone'), { query: '?kind=descriptions' });
  const waitFor = (word: string, types: string[]) =>
    until(`${word}: ${types}`, async () => (await search(word)).join() === types.join());
  await waitFor('amortis', ['page']);
  await waitFor('cornerstone', ['page']);
  const target = await service.make.binder(cast.owner);
  const json = { source_id: cast.binderId };
  const copied = await service.call('POST', `/${target}/copypages`, { token: cast.owner.token, json });
  assert.equal(copied.status, 200);
  const path = `/${target}/pages/${(await lastPage(target)).id}/captions`;
  assert.equal((await service.call('GET', path, { token: cast.owner.token })).bytes.toString(), VTT);
  const replaced = await service.call('POST', `/${cast.binderId}/pages/${pageId}/versions`, {
    token: cast.editor.token,
    body: formOf([filePart(Buffer.from(webm), 'Cut.webm')]),
    headers: { 'content-type': FORM_TYPE },
  });
  assert.equal(replaced.status, 200);
  assert.equal((await read()).vtt, VTT);
  assert.deepEqual(await search('amortis'), ['page']);
  await service.call('DELETE', addressOf(), { token: cast.editor.token });
  await waitFor('amortis', []);
  assert.deepEqual(await search('cornerstone'), ['page']);
});
