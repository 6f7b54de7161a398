import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { nginxNeeded } from './nginx.ts';
import { assertNothingLost } from './nothing-lost.ts';
import { postMessages } from './posting.ts';

const root = new URL('../../', import.meta.url).pathname;
const example = join(root, 'examples/cluster');
const POSTS = 300;
const needed = existsSync('/usr/lib/postgresql')
  ? nginxNeeded
  : { skip: 'PostgreSQL of Debian is not installed' };

after(removeDirectories);

/** The sequence numbers that a channel of one process hears in a binder. */
async function follow(url: string, token: string, binder: string) {
  const heard: number[] = [];
  let frames = 0;
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, token }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    frames++;
    if (frame.type === 'welcome')
      socket.send(JSON.stringify({ type: 'subscribe', id: 1, binder_id: binder }));
    for (const { seq } of frame.entries ?? []) heard.push(seq);
  };
  await eventually('it is subscribed', () => frames >= 2);
  return { heard, close: () => socket.close() };
}

test(
  '[CLUSTER-1] [CLUSTER-2] the example starts, files are read through another process, and when one is killed during posts none is lost and a channel of another hears all',
  needed,
  async (t) => {
    const directory = await emptyDirectory();
    const ports: number[] = [];
    for (let count = 0; count < 7; count++) ports.push(await freePort());
    const [proxy, one, two, three, postgres, redis, s3] = ports;
    const child = spawn(join(example, 'start'), [directory], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NGINX_PORT: String(proxy),
        API_PORTS: `${one} ${two} ${three}`,
        POSTGRES_PORT: String(postgres),
        REDIS_PORT: String(redis),
        S3_PORT: String(s3),
      },
    });
    const ended = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more) => (said += more));
    t.after(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    await eventually('the cluster answers', () => {
      assert.equal(child.exitCode, null, said);
      return said.includes('Ringbinder answers at');
    });
    const demo = JSON.parse(await readFile(join(directory, 'data/demo.json'), 'utf8'));
    const base = `http://127.0.0.1:${proxy}/v1/`;
    const binder = demo.binder_id;
    const token = await tokenOf({ ...demo, base_url: base });
    const authorization = `Bearer ${token}`;

    const form = new FormData();
    const bytes = 'kept in S3, read elsewhere\n'.repeat(100_000);
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'notes.txt');
    const upload = await fetch(`${base}${binder}/pageupload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    const uploaded = await upload.text();
    assert.equal(upload.status, 200, uploaded);
    const { data } = JSON.parse(uploaded);
    for (const port of [one, two, three]) {
      const path = `http://127.0.0.1:${port}/v1/${binder}/files/${data.file_id}`;
      const file = await fetch(path, { headers: { authorization } });
      assert.equal(await file.text(), bytes);
    }
    assert.ok((await readdir(join(directory, 's3/binders/ringbinder'))).length > 0);

    const channel = await follow(`http://127.0.0.1:${two}/v1/realtime`, token, binder);
    const target = { base, token, binder };
    const { tally, done } = await postMessages(target, 8, ({ acknowledged }) => acknowledged.size >= POSTS);
    await eventually('posts are under way', () => tally.acknowledged.size >= POSTS / 4);
    const before = tally.acknowledged.size;
    process.kill(Number(await readFile(join(directory, 'pid/api-1'), 'utf8')), 'SIGKILL');
    await done;
    assert.ok(before < POSTS, 'it was killed during the posts');
    await assertNothingLost(target, tally);
    const told = [...tally.acknowledged.values()].map(({ seq }) => seq).sort((a, b) => a - b);
    await eventually('the channel has heard all', () => channel.heard.length >= told.length);
    assert.deepEqual(channel.heard.slice(-told.length), told);
    channel.close();
    t.diagnostic(
      `${told.length} posts, retried: ${tally.unanswered} without an answer, ${[...tally.refusals]}`,
    );

    child.kill('SIGTERM');
    const [code] = await ended;
    assert.equal(code, 0, said);
    for (const name of await readdir(join(directory, 'pid'))) {
      const pid = Number(await readFile(join(directory, 'pid', name), 'utf8'));
      assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' }, `${name} has ended`);
    }
  },
);

const verifier = existsSync('/usr/bin/systemd-analyze') ? {} : { skip: 'systemd-analyze is not installed' };
test('[CLUSTER-3] systemd-analyze finds nothing wrong with the units', verifier, async () => {
  const units = await emptyDirectory();
  await mkdir(join(units, 'system'));
  for (const name of await readdir(join(example, 'systemd'))) {
    const path = join(units, 'system', name);
    await copyFile(join(example, 'systemd', name), path);
    // The program lies elsewhere here.
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  }
  const names = ['ringbinder-api@8400.service', 'ringbinder-worker@1.service', 'ringbinder.target'];
  const paths = names.map((name) => join(units, 'system', name));
  const found = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  assert.equal(
    found.stderr
      .split('\n')
      .filter((line) => line.includes('ringbinder'))
      .join('\n'),
    '',
  );
  assert.equal(found.status, 0, found.stderr);
});
