import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { enter } from '@ringbinder/server/features/meet-rooms/testing/meet-client.ts';
import { startS3 } from '@ringbinder/server/storage/files/testing/s3-server.ts';
import type { TestService } from '@ringbinder/testkit';
import { until } from '@ringbinder/testkit/until.ts';
import pg from 'pg';
import { afterAll, test, vi } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { postMessages, type Target } from './posting.ts';
import { environmentOf, killServers, startRingbinder } from './ringbinder.ts';
import { startTarget, unlimited } from './start-target.ts';
import { uploadPictures, uploadText } from './uploading.ts';

/** Longer than any timeout and any lease of the server. */
const OUTAGE_MS = Number(process.env.S3_OUTAGE_SECONDS ?? 45) * 1_000;

vi.setConfig({ testTimeout: 255_000 + OUTAGE_MS });

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const makePictures = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      name: `picture-${number}.png`,
      bytes: await makeImage({ format: 'png', width: 100 + number, height: 100 }),
    })),
  );

async function pagesOf({
  base,
  token,
  binder,
}: Target): Promise<{ original_file_name: string; id: string }[]> {
  const { pages } = await read(base, token, `${binder}/pages`);
  return pages;
}

test('[OPS-44] while S3 is away under load, uploads are 503 and messages are posted; uploads that were repeated are there once', async (context) => {
  const s3 = await startS3();
  context.onTestFinished(() => s3.close());
  if (!s3.isOurs) return context.skip('the store of TEST_S3_URL cannot be stopped');
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', FILES_URL: s3.url };
  const server = await startRingbinder(await emptyDirectory(), { ...unlimited, ...keys });
  const demo = await server.demo();
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  const existing = (await pagesOf(target)).length;
  let isEnough = false;
  const { tally, done } = await postMessages(target, 4, () => isEnough, { pauseMs: 5 });
  await until('100 messages', () => tally.acknowledged.size >= 100);
  await s3.stop();
  const away = performance.now();
  const uploads = uploadPictures(target, 3, await makePictures(12));
  const refused = await uploadText(target, 'lost words');
  const refusal = await refused.text();
  assert.equal(refused.status, 503, refusal);
  assert.match(refusal, /file store is unavailable/);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  const during = tally.acknowledged.size;
  await until('the outage has lasted', () => performance.now() - away > OUTAGE_MS, OUTAGE_MS * 2);
  const posted = tally.acknowledged.size - during;
  assert.ok(posted > 500, `${posted} messages during the outage`);
  assert.equal(uploads.acknowledged.size, 0);
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);

  await s3.start();
  await uploads.done;
  isEnough = true;
  await done;
  assert.equal(tally.refusals.size, 0, JSON.stringify([...tally.refusals]));
  const names = (await pagesOf(target)).map(({ original_file_name }) => original_file_name);
  assert.equal(names.length, existing + 12);
  assert.equal(new Set(names.filter((name) => name?.startsWith('picture-'))).size, 12);
  await assertNothingLost(target, tally);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  assert.match(metrics, /^temporary_files\{environment="production"\} 0$/m);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});

test('[OPS-45] a stop during a meet closes its connections in time, and after a start people enter the same meet', async () => {
  const directory = await usedDirectory();
  const settings = { ...unlimited, MEET_UDP_PORT: '0', STOP_TIMEOUT_SECONDS: '8' };
  let server = await startRingbinder(directory, settings);
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const begun = await fetch(`${demo.base_url}${demo.binder_id}/meets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await begun.json()) as { data: { session_key: string } };
  const enterAt = (base: string) =>
    enter({ base: base.replace(/\/$/, '') } as TestService, data.session_key, token);
  const people = await Promise.all([enterAt(demo.base_url), enterAt(demo.base_url)]);
  const began = performance.now();
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  const ms = performance.now() - began;
  assert.ok(ms < 8_000, `${Math.round(ms)} ms`);
  await Promise.all(people.map(({ client }) => client.closed));
  assert.doesNotMatch(server.output(), /without waiting for/);
  server = await startRingbinder(directory, settings);
  const back = await enterAt((await server.demo()).base_url);
  assert.ok(back.id);
  await server.stop();
});

async function command(name: 'backup' | 'restore', args: string[], directory: string) {
  const program = new URL(`../../packages/server/src/commands/${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentOf(directory),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
  return output;
}

test('[OPS-46] backups during an erasure are complete, and a restore of one after it does not have the person', async () => {
  const { server, target } = await startTarget();
  const demo = await server.demo();
  const [, ben] = demo.users;
  assert.ok(ben);
  const call = async (path: string, json: object) => {
    const answer = await fetch(`${target.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { data: { erasure: { done: boolean } } }).data;
  };
  const asBen = { ...target, token: await tokenOf(demo, 1) };
  const { done } = await postMessages(asBen, 4, ({ acknowledged }) => acknowledged.size >= 400, {
    prefix: 'words of Ben',
  });
  await done;
  const place = await emptyDirectory();
  const path = `orgs/${demo.org_id}/users/${ben.id}`;
  await call(path, { disabled: true });
  let isErased = false;
  const backups = (async () => {
    let count = 0;
    do count += Number((await command('backup', ['--to', place], server.directory)) !== '');
    while (!isErased);
    return count;
  })();
  await call(`${path}/erase`, { content: true });
  await until('the person is erased', async () => {
    const { messages } = await read(target.base, target.token, `${target.binder}/messages`);
    return !JSON.stringify(messages).includes('words of Ben');
  });
  await until('the erasure has ended', async () => {
    const { erasure } = await read(target.base, target.token, `${path}/erase`);
    return erasure.done_time !== undefined;
  });
  isErased = true;
  const count = await backups;
  assert.ok(count >= 1);
  await command('backup', ['--to', place], server.directory);
  await server.stop();

  const into = await emptyDirectory();
  const output = await command('restore', ['--from', place, '--into', into], into);
  assert.match(output, /entries checked, .* 0 problems/);
  const restored = await startRingbinder(into, unlimited);
  target.base = target.base.replace(server.origin, restored.origin);
  const feed = JSON.stringify(await read(target.base, target.token, `${target.binder}/feed?after=0`));
  const { messages } = await read(target.base, target.token, `${target.binder}/messages`);
  for (const text of [feed, JSON.stringify(messages)]) {
    assert.ok(!text.includes('words of Ben'));
    assert.ok(!text.includes(ben.name));
  }
  await restored.stop();
});

async function age(directory: string): Promise<void> {
  const connection = await findEmbeddedPostgres(join(directory, 'postgres'));
  assert.ok(connection);
  const client = new pg.Client(connection('ringbinder'));
  await client.connect();
  for (const table of ['messages', 'files'])
    await client.query(`UPDATE ${table} SET created_at = created_at - $1::bigint`, [2 * 86_400_000]);
  await client.end();
}

test('[OPS-49] backups while retention deletes messages and files are complete, and retention does not fail', async () => {
  const { server, target } = await startTarget();
  const demo = await server.demo();
  const post = async (path: string, json: object) => {
    const answer = await fetch(`${target.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  const { done } = await postMessages(target, 4, ({ acknowledged }) => acknowledged.size >= 400, {
    prefix: 'old words',
  });
  await done;
  for (let number = 0; number < 60; number++)
    assert.equal((await uploadText(target, `old file ${number}`)).status, 200);
  await age(server.directory);
  await uploadText(target, 'new file');
  await post(`${target.binder}/messages`, { message: { text: 'new words' } });

  const place = await emptyDirectory();
  let isOver = false;
  // The restore reports 0 only if every file exists with its digest.
  const backUpAndRestore = async () => {
    await command('backup', ['--to', place], server.directory);
    const into = await emptyDirectory();
    const output = await command('restore', ['--from', place, '--into', into], into);
    assert.match(output, /entries checked, .* 0 problems/);
    return into;
  };
  const backups = (async () => {
    do await backUpAndRestore();
    while (!isOver);
  })();
  await until('a backup has begun', async () => (await readdir(place)).length > 0);
  await post(`orgs/${demo.org_id}`, { message_days: 1, file_days: 1 });
  await post(`partners/${demo.partner_id}/background/retention/retry`, {});
  const state = async () => {
    const { messages } = await read(target.base, target.token, `${target.binder}/messages`);
    const { files } = await read(target.base, target.token, `${target.binder}/files`);
    return { words: JSON.stringify(messages), files: files.length };
  };
  await until('only what is new remains', async () => {
    const { words, files } = await state();
    return !words.includes('old words') && files === 1;
  });
  isOver = true;
  await backups;
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  assert.match(metrics, /^job_runs_total\{environment="production",job="retention"\} [1-9]/m);
  assert.doesNotMatch(metrics, /^job_failures_total\{environment="production",job="retention"\} [1-9]/m);
  const into = await backUpAndRestore();
  const kept = await state();
  await server.stop();

  const restored = await startRingbinder(into, unlimited);
  target.base = target.base.replace(server.origin, restored.origin);
  assert.deepEqual(await state(), kept);
  await restored.stop();
});
