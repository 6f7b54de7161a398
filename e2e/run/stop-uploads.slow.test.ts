import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { makeImage, makePdf } from '@ringbinder/page-renderer/testing';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const UPLOADS_OF_EACH_KIND = 6;
const unlimited = { CALLS_PER_MINUTE: '1000000' };

interface Upload {
  path: string;
  bytes: Buffer;
  headers?: Record<string, string>;
  part?: string;
}

function formOf(part: string, bytes: Buffer): Buffer {
  const head = `--b\r\ncontent-disposition: form-data; name="${part}"; filename="f"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
}

/** Sends the headers, but no body. */
async function beginUpload(origin: string, token: string, { path, bytes, headers, part = 'file' }: Upload) {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  let error = '';
  socket.setEncoding('latin1').on('data', (more) => (text += more));
  socket.on('error', ({ message }) => (error = message));
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const body = headers ? bytes : formOf(part, bytes);
  const all = {
    host: 'x',
    authorization: `Bearer ${token}`,
    'content-length': String(body.length),
    expect: '100-continue',
    ...(headers ?? { 'content-type': 'multipart/form-data; boundary=b' }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${headers ? 'PATCH' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await until('the upload is under way', () => text.startsWith('HTTP/1.1 100 Continue'));
  return {
    send: (share = 1) => void socket.write(body.subarray(0, Math.floor(body.length * share))),
    async answer(): Promise<string> {
      await closed;
      const [, answer = ''] = text.split('HTTP/1.1 100 Continue\r\n\r\n');
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      if (status === undefined) return `no answer ${error}`;
      if (status !== '503') return `${status}`;
      return /\r\nretry-after: \d+\r\n/i.test(answer) ? '503 with Retry-After' : '503';
    },
  };
}

async function callWith(server: Ringbinder) {
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const base = `/v1/${demo.binder_id}`;
  const createResumable = async (length: number) => {
    const { status, headers } = await fetch(`${server.origin}${base}/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(length),
        'upload-metadata': `filename ${Buffer.from('a.pdf').toString('base64')}`,
      },
    });
    assert.equal(status, 201);
    return new URL(headers.get('location') ?? '', server.origin).pathname;
  };
  const makeArchive = async () => {
    const call = async (method: string, path: string, json?: object) => {
      const answer = await fetch(`${server.origin}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      });
      assert.equal(answer.status, 200, path);
      return answer;
    };
    const { data } = (await (await call('POST', '/me/binders', { name: 'Archive' })).json()) as {
      data: { id: string };
    };
    const archive = Buffer.from(await (await call('GET', `/${data.id}/archive`)).arrayBuffer());
    await call('DELETE', `/${data.id}`);
    return archive;
  };
  const archives = `/v1/orgs/${demo.org_id}/binders/archive`;
  return { base, archives, token, createResumable, makeArchive };
}

test('[RUN-23] uploads in flight are finished when the server stops: files, pictures, attachments, archives and resumable ones that have come', async (t) => {
  const server = await startRingbinder(await usedDirectory(), { ...unlimited, STOP_TIMEOUT_SECONDS: '60' });
  const { base, archives, token, createResumable, makeArchive } = await callWith(server);
  const pdf = Buffer.from(makePdf({ pages: 40 }));
  const picture = Buffer.from(await makeImage({ format: 'jpeg', width: 3_000, height: 2_000 }));
  const uploads: Upload[] = [];
  for (let count = 0; count < UPLOADS_OF_EACH_KIND; count++) {
    const tus = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    uploads.push(
      { path: `${base}/pageupload`, bytes: pdf },
      { path: `${base}/messages`, bytes: pdf },
      { path: `${base}/coverupload`, bytes: picture },
      { path: `${base}/files`, bytes: pdf },
      { path: '/v1/me/picture', bytes: picture },
      { path: await createResumable(pdf.length), bytes: pdf, headers: tus },
    );
  }
  uploads.push({ path: archives, bytes: await makeArchive() });
  const begun = await Promise.all(uploads.map((upload) => beginUpload(server.origin, token, upload)));
  for (const { send } of begun) send();
  server.process.kill('SIGTERM');
  const answers = await Promise.all(begun.map(({ answer }) => answer()));
  const counts = Object.entries(Object.groupBy(answers, (each) => each)).map(
    ([each, all]) => `${each}: ${all?.length}`,
  );
  t.annotate(counts.join(', '));
  for (const [index, answer] of answers.entries()) {
    // The server may reject a resumable upload.
    const fine = uploads[index]?.headers ? /^(204|503 with Retry-After)$/ : /^200$/;
    assert.match(answer, fine, `${uploads[index]?.path}: ${answer}`);
  }
  assert.deepEqual(await server.ended, { code: 0, signal: null });
});

test('[RUN-23] an upload that the time for stopping does not suffice for is answered 503 with Retry-After', async () => {
  const server = await startRingbinder(await usedDirectory(), { ...unlimited, STOP_TIMEOUT_SECONDS: '4' });
  const { base, token } = await callWith(server);
  const pdf = Buffer.from(makePdf({ pages: 2 }));
  const slow = await Promise.all(
    ['pageupload', 'messages', 'coverupload'].map((path) =>
      beginUpload(server.origin, token, { path: `${base}/${path}`, bytes: pdf }),
    ),
  );
  for (const { send } of slow) send(0.5);
  server.process.kill('SIGTERM');
  for (const { answer } of slow) assert.equal(await answer(), '503 with Retry-After');
  const { code } = await server.ended;
  assert.equal(code, 0);
});
