import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { startS3 } from '../../storage/files/testing/s3-server.ts';
import { StartupError } from '../../storage/startup-error.ts';
import { uploaded } from '../pages/testing/upload.ts';
import { collectGarbage } from './garbage-collection.ts';

const s3 = await startS3();
const started: TestService[] = [];
const first = await start({});
const owner = await first.make.user();
afterAll(async () => {
  for (const service of started.toReversed()) await service.close();
  await s3.close();
});

async function start(variables: Record<string, string>): Promise<TestService> {
  const { filesUrl, filesMovedFrom, filesDirectReads } = readConfig(variables);
  const config = { filesUrl, filesMovedFrom, filesDirectReads };
  const beside = started[0];
  const service = await startService({
    config: { ...config, ...(beside && { dataDir: beside.directory }) },
    ...(beside && { beside }),
  });
  started.push(service);
  return service;
}

const read = async (service: TestService, path: string, headers: Record<string, string> = {}) => {
  const options = {
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
    redirect: 'manual',
  } as const;
  const answer = await fetch(`${service.base}${path}`, options);
  return { ...pick(answer), bytes: Buffer.from(await answer.arrayBuffer()) };
};

const pick = ({ status, headers }: Response) => ({ status, headers });

async function moveFiles(variables: Record<string, string>): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['packages/server/src/commands/move-files.ts'], {
    cwd: new URL('../../../../..', import.meta.url).pathname,
    env: { ...process.env, DATA_DIR: first.directory, ...variables },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (out += text));
  const [code] = await once(child, 'close');
  return { code, out };
}

test('[STORE-14] files move to S3 and back while services run, and are read wherever they are', async () => {
  const binderId = await first.make.binder(owner);
  const uploader = { binderId, owner };
  const old = await uploaded(first, uploader, makePdf({ pages: 2 }), 'old.pdf');
  await assert.rejects(start({ FILES_URL: s3.url }), StartupError);
  const moving = { FILES_URL: s3.url, FILES_MOVED_FROM: 'local' };
  const both = await start(moving);
  const bytes = randomBytes(9 * 1024 * 1024);
  const fresh = await uploaded(both, uploader, bytes, 'fresh.bin');
  const paths = [old, fresh].map(({ fileId }) => `/${binderId}/files/${fileId}`);
  for (const path of paths) assert.equal((await read(both, path)).status, 200);
  const [page, second] = old.pages;
  assert.equal((await read(both, page.thumbnail_uri)).status, 200);

  const moved = await moveFiles(moving);
  assert.equal(moved.code, 0, moved.out);
  assert.match(moved.out, /production: 1 files looked at, [01] moved/);
  assert.match((await moveFiles(moving)).out, /production: 1 files looked at, 0 moved/);

  const after = await start({ FILES_URL: s3.url });
  const download = await read(after, paths[1] ?? '', { range: 'bytes=5-104' });
  assert.equal(download.status, 206);
  assert.deepEqual(download.bytes, bytes.subarray(5, 105));
  assert.equal((await read(after, second.background_uri)).status, 200);

  const back = { FILES_URL: 'local', FILES_MOVED_FROM: s3.url };
  assert.equal((await read(await start(back), paths[1] ?? '')).status, 200);
  const returned = await moveFiles(back);
  assert.match(returned.out, /production: 2 files looked at, 1 moved/, returned.out);
  assert.equal((await read(await start({}), paths[1] ?? '')).status, 200);
  await moveFiles(moving);
});

test('[STORE-14] with files in S3 all goes on as with a disk: uploads, pictures, direct reads, deletion', async () => {
  const service = await start({ FILES_URL: s3.url, FILES_DIRECT_READS: 'true' });
  const binderId = await service.make.binder(owner);
  const pdf = makePdf({ pages: 3 });
  const file = await uploaded(service, { binderId, owner }, pdf, 'three.pdf');
  const path = `/${binderId}/files/${file.fileId}`;
  const sent = await read(service, path);
  assert.equal(sent.status, 307);
  assert.equal(sent.headers.get('cache-control'), 'no-store');
  const direct = await fetch(sent.headers.get('location') ?? '');
  assert.deepEqual([direct.status, direct.headers.get('content-type')], [200, 'application/pdf']);
  assert.match(direct.headers.get('content-disposition') ?? '', /^attachment; filename="?three\.pdf/);
  assert.deepEqual(Buffer.from(await direct.arrayBuffer()), pdf);
  for (const { background_uri } of file.pages)
    assert.equal((await read(service, background_uri)).status, 200);

  const [row] = await service.env.db.query<{ sha256: string }>(
    'SELECT sha256 FROM files WHERE id = $1 LIMIT 1',
    [file.fileId],
  );
  assert.ok(await service.env.files.has(row?.sha256 ?? ''));
  for (const { id } of file.pages)
    await service.call('DELETE', `/${binderId}/pages/${id}`, { token: owner.token });
  service.clock.advance(48 * 60 * 60 * 1000);
  await service.env.db.query('DELETE FROM files WHERE id = $1', [file.fileId]);
  await collectGarbage(service.env, -60_000);
  assert.equal(await service.env.files.has(row?.sha256 ?? ''), false);
});

test('[STORE-14] while S3 is away uploads and downloads are 503, nothing is kept by half, and all else works', {
  skip: !s3.isOurs,
}, async () => {
  const service = await start({ FILES_URL: s3.url });
  const binderId = await service.make.binder(owner);
  const { fileId } = await uploaded(service, { binderId, owner }, Buffer.from([0, 1, 2]), 'three.bin');
  const path = `/${binderId}/files/${fileId}`;
  await s3.stop();
  const { status, headers } = await read(service, path);
  assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
  const body = new FormData();
  body.append('file', new Blob(['new']), 'new.txt');
  const answer = await fetch(`${service.base}/${binderId}/pageupload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body,
  });
  await answer.text();
  assert.equal(answer.status, 503);
  const message = await service.call('POST', `/${binderId}/messages`, {
    token: owner.token,
    json: { message: { text: 'Here' } },
  });
  assert.equal(message.status, 200);
  await s3.start();
  assert.equal((await read(service, path)).status, 200);
  const listed = await service.call('GET', `/${binderId}/files`, { token: owner.token });
  assert.equal(listed.body.data.files.length, 1);
});
