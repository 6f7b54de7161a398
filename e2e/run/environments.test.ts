import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeImage } from '@ringbinder/page-renderer/testing';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { read, tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let server: Ringbinder;
let demo: DemoFile;

beforeAll(async () => {
  server = await startRingbinder(await usedDirectory());
  demo = await server.demo();
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

test('[HTTP-1] [HTTP-2] production answers below /v1/, the sandbox below /sandbox/v1/', async () => {
  assert.equal(demo.base_url, `${server.origin}/v1/`);
  assert.equal(demo.sandbox.base_url, `${server.origin}/sandbox/v1/`);
  for (const part of [demo, demo.sandbox]) {
    const { binders } = await read(part.base_url, await tokenOf(part), 'me/binders');
    const ids = binders.map(({ binder }: { binder: { id: string } }) => binder.id);
    const other = part === demo ? demo.sandbox : demo;
    assert.deepEqual([ids.includes(part.binder_id), ids.includes(other.binder_id)], [true, false]);
  }
});

async function post(address: string, token: string, body: object, key?: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(address, {
    method: 'POST',
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

async function uploadPicture(base: string, token: string, binder: string): Promise<{ file_id: string }> {
  const form = new FormData();
  const bytes = new Uint8Array(await makeImage({ format: 'png', width: 20, height: 20 }));
  form.append('file', new Blob([bytes]), 'a.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${base}${binder}/pageupload`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { file_id: string } }).data;
}

test('[HTTP-3] no token, client, id, link or key of one environment opens anything in the other', async () => {
  const directions = [
    { here: demo, there: demo.sandbox, name: 'production', other: 'sandbox' },
    { here: demo.sandbox, there: demo, name: 'sandbox', other: 'production' },
  ];
  for (const { here, there, name, other } of directions) {
    const token = await tokenOf(here);
    const foreign = await tokenOf(there);
    const status = async (path: string, using: string) =>
      (await fetch(there.base_url + path, { headers: { authorization: `Bearer ${using}` } })).status;
    assert.equal(await status('me', token), 401);
    assert.equal(await status(`me?x=1`, foreign), 200);
    await assert.rejects(tokenOf({ ...here, base_url: there.base_url }), /no token: 401/);
    assert.equal(await status(here.binder_id, foreign), 404);
    assert.equal(await status(`${here.binder_id}/messages`, foreign), 404);
    const invitation = { users: [{ user: { id: here.users[1]?.id } }] };
    assert.equal(
      (await post(`${there.base_url}${there.binder_id}/inviteuser`, foreign, invitation)).status,
      404,
    );

    const { file_id } = await uploadPicture(here.base_url, token, here.binder_id);
    assert.equal(await status(`${there.binder_id}/pages?file_id=${file_id}`, foreign), 404);
    const { pages } = await read(here.base_url, token, `${here.binder_id}/pages`);
    const link = pages[0].page_uri as string;
    assert.equal((await fetch(server.origin + link)).status, 200);
    assert.equal(
      (await fetch(server.origin + link.replace(`/board/${name}/`, `/board/${other}/`))).status,
      403,
    );

    const message = { message: { text: 'once' } };
    const first = await post(`${here.base_url}${here.binder_id}/messages`, token, message, 'the-same-key');
    const second = await post(
      `${there.base_url}${there.binder_id}/messages`,
      foreign,
      message,
      'the-same-key',
    );
    assert.deepEqual([first.status, second.status], [200, 200]);

    const revoked = await fetch(`${there.base_url}oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token }),
    });
    assert.equal(revoked.status, 200);
    await read(here.base_url, token, 'me');
  }
});

test('[HTTP-3] each environment has databases and files of its own', async () => {
  const stored = (name: string) =>
    readdirSync(join(server.directory, 'files', name, 'content'), { recursive: true }).length;
  const before = [stored('production'), stored('sandbox')];
  const token = await tokenOf(demo.sandbox);
  await uploadPicture(demo.sandbox.base_url, token, demo.sandbox.binder_id);
  assert.equal(stored('production'), before[0]);
  assert.ok(stored('sandbox') > (before[1] ?? 0));
});
