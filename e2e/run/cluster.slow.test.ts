import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { findProgram } from '../../examples/cluster/programs.ts';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { root } from './document.ts';
import { postMessages } from './posting.ts';

const POSTS = 400;
const START_MS = 150_000;
const nginx = join(root, 'node_modules/.cache/nginx/usr/sbin/nginx');
const hasNginx = existsSync(nginx) || findProgram('nginx');
const missing =
  hasNginx && findProgram('redis-server') && findProgram('initdb') ? undefined : 'nginx, Redis or PostgreSQL';
const needed = { skip: Boolean(missing) && process.env.CI !== 'true' };

let cluster: ChildProcess | undefined;
afterAll(async () => {
  cluster?.kill('SIGKILL');
  await removeDirectories();
});

test(
  '[CLUSTER-1] [CLUSTER-2] a cluster on one machine: heard and read at other processes, and one that is killed loses nothing',
  needed,
  async () => {
    const directory = await emptyDirectory();
    let output = '';
    cluster = spawn(process.execPath, ['examples/cluster/start.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0', TMPDIR: directory, ...(existsSync(nginx) && { NGINX: nginx }) },
    });
    for (const stream of [cluster.stdout, cluster.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = once(cluster, 'close');
    await until(
      'the cluster is there',
      () => {
        assert.equal(cluster?.exitCode, null, output);
        return output.includes('The cluster is at');
      },
      START_MS,
    );
    const pidOf = (name: string) => Number(new RegExp(`^${name} +process (\\d+)$`, 'm').exec(output)?.[1]);
    const demo = JSON.parse(readFileSync(/^demo +(.*)$/m.exec(output)?.[1] ?? '', 'utf8'));
    const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };

    // nginx assigns connections round robin.
    const channels = await Promise.all(Array.from({ length: 6 }, () => listen(target)));
    const { tally, done } = await postMessages(target, 8, ({ acknowledged }) => acknowledged.size >= POSTS);
    await until('it is under way', () => tally.acknowledged.size > POSTS / 4);
    process.kill(pidOf('api-2'), 'SIGKILL');
    await done;
    await assertNothingLost(target, tally);
    const last = Math.max(...[...tally.acknowledged.values()].map(({ seq }) => seq));
    const open = channels.filter(({ isOpen }) => isOpen());
    assert.ok(
      open.length >= 2 && open.length < channels.length,
      `${open.length} of ${channels.length} sockets are open`,
    );
    for (const { seqs } of open)
      await until('each socket that is open has heard all', () => seqs.size > 0 && seqs.has(last));
    for (const { close } of channels) close();
    await until('it was started again', () => output.includes('api-2 ended (SIGKILL) and is started again'));

    const headers = { authorization: `Bearer ${target.token}` };
    const form = new FormData();
    form.append('file', new Blob(['of the whole cluster']), 'words.txt');
    const upload = await fetch(`${target.base}${target.binder}/pageupload`, {
      method: 'POST',
      headers,
      body: form,
    });
    assert.equal(upload.status, 200);
    const { files } = await read(target.base, target.token, `${target.binder}/files`);
    const path = `${target.base}${target.binder}/files/${files.at(-1).id}`;
    const contents = await Promise.all(
      Array.from({ length: 6 }, async () => (await fetch(path, { headers })).text()),
    );
    assert.deepEqual(new Set(contents), new Set(['of the whole cluster']));

    cluster.kill('SIGTERM');
    await ended;
    assert.deepEqual(globSync(join(directory, 'ringbinder-cluster-*')), [], 'nothing is left');
  },
);

const analyze = '/usr/bin/systemd-analyze';
const systemd = { skip: !existsSync(analyze) };

test('[CLUSTER-3] systemd takes the units', systemd, async () => {
  const directory = await emptyDirectory();
  const units = globSync(join(root, 'examples/cluster/systemd/*.{service,target}'));
  assert.equal(units.length, 3);
  for (const unit of units) {
    const text = readFileSync(unit, 'utf8').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    await writeFile(join(directory, basename(unit)), text);
  }
  const copies = units.map((unit) => join(directory, basename(unit)));
  const { status, stderr } = spawnSync(analyze, ['verify', ...copies], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

async function listen({ base, token, binder }: { base: string; token: string; binder: string }) {
  const seqs = new Set<number>();
  const types: string[] = [];
  const socket = new WebSocket(`${base.replace('http', 'ws')}realtime`);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, token }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    types.push(frame.type);
    if (frame.type === 'welcome')
      socket.send(JSON.stringify({ type: 'subscribe', id: 1, binder_id: binder }));
    for (const { seq } of frame.entries ?? []) seqs.add(seq);
  };
  await until('it is subscribed', () => types.length >= 2);
  return { seqs, isOpen: () => socket.readyState === WebSocket.OPEN, close: () => socket.close() };
}
