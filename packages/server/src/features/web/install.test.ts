import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { newVisitor } from '@ringbinder/testkit';
import { createOrg, PASSWORD } from '@ringbinder/testkit/org.ts';
import { startService } from '@ringbinder/testkit/service.ts';
import { service } from '@ringbinder/testkit/shared-service.ts';
import sharp from 'sharp';
import { test } from 'vitest';

const get = (path: string, { origin } = service) => fetch(origin + path);
const manifestOf = async (path: string, from = service): Promise<Manifest> =>
  (await (await get(path, from)).json()) as Manifest;
const dist = new URL('../../../../web/dist/', import.meta.url);

interface Manifest {
  name: string;
  id: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; type: string; sizes: string; purpose: string }[];
  shortcuts: { url: string }[];
  share_target: { action: string; method: string; enctype: string };
}

interface Entry {
  url: string;
  revision: string | null;
}

async function precached(from = service, root = ''): Promise<Entry[]> {
  const script = await (await get(`${root}/service-worker.js`, from)).text();
  const [list = '[]'] = /\[\{"url":.*?\}\]/.exec(script) ?? [];
  return JSON.parse(list);
}

test('[INSTALL-1] the manifest has icons of the sizes that it names, shortcuts, and a target for files', async () => {
  const answer = await get('/app.webmanifest');
  assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
  const manifest = (await answer.json()) as Manifest;
  assert.deepEqual(
    [manifest.name, manifest.id, manifest.start_url, manifest.scope, manifest.display],
    ['Ringbinder', '/', '/', '/', 'standalone'],
  );
  const sizes: string[] = [];
  for (const { src, type, sizes: size, purpose } of manifest.icons) {
    const icon = await get(src);
    assert.equal(icon.headers.get('content-type'), type);
    const { width, height, format } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    assert.deepEqual([`${width}x${height}`, `image/${format}`], [size, type]);
    sizes.push(`${purpose} ${size}`);
  }
  assert.deepEqual(sizes, ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
  for (const { url } of manifest.shortcuts) assert.match(url, /^\/home(\?new)?$/);
  const { share_target: target } = manifest;
  assert.deepEqual([target.method, target.enctype, target.action], ['POST', 'multipart/form-data', '/share']);
});

test('[INSTALL-1] a maskable icon is opaque, and its drawing is within the circle that launchers show', async () => {
  const { icons } = await manifestOf('/app.webmanifest');
  const maskable = icons.filter(({ purpose }) => purpose === 'maskable');
  assert.equal(maskable.length, 2);
  for (const { src } of maskable) {
    const icon = sharp(Buffer.from(await (await get(src)).arrayBuffer())).ensureAlpha();
    const { data, info } = await icon.raw().toBuffer({ resolveWithObject: true });
    const [red, green, blue] = data;
    for (let at = 0; at < data.length; at += info.channels) {
      assert.equal(data[at + 3], 255, 'opaque');
      const pixel = at / info.channels;
      const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
      const isOutside = Math.hypot(x - info.width / 2, y - info.height / 2) > info.width * 0.4;
      if (isOutside) assert.deepEqual([...data.subarray(at, at + 3)], [red, green, blue], `${x}, ${y}`);
    }
  }
});

test('[INSTALL-2] the worker lists only the shell and files whose addresses have a hash, and each exists', async () => {
  const list = await precached();
  const [shell, ...assets] = list;
  assert.deepEqual([shell?.url, shell?.revision?.length], ['/offline', 16]);
  assert.ok(assets.length > 50);
  for (const { url, revision } of assets) {
    assert.match(url, /^\/assets\/([\w-]+-[\w-]{8}\.js|[0-9a-f]{16}\.(css|svg|ttf|woff2))$/);
    assert.equal(revision, null);
    if (url.endsWith('.js')) assert.ok(existsSync(new URL(`.${url}`, dist)), url);
    else assert.equal((await get(url)).status, 200, url);
  }
  assert.equal(new Set(list.map(({ url }) => url)).size, list.length);
});

test('[INSTALL-2] the shell is the same for everybody, and sets no cookie', async () => {
  const org = await createOrg(service);
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: org.ada.email, password: PASSWORD });
  const signedIn = await visitor.get('/offline');
  const answer = await get('/offline');
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.equal(signedIn.text, await answer.text());
  assert.ok(!signedIn.text.includes(org.ada.id));
});

test('[INSTALL-3] the pages of the app permit a worker and a manifest of this server, other pages do not', async () => {
  const org = await createOrg(service);
  const visitor = newVisitor(service.origin);
  await visitor.submit(await visitor.get('/sign-in'), { email: org.ada.email, password: PASSWORD });
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const open = async (path: string) => {
    const answer = await fetch(service.origin + path, { headers: { cookie, accept: 'text/html' } });
    assert.equal(answer.status, 200, path);
    return { policy: answer.headers.get('content-security-policy') ?? '', text: await answer.text() };
  };
  for (const path of ['/', '/home', '/offline']) {
    const { policy, text } = await open(path);
    assert.match(policy, /; worker-src 'self'; manifest-src 'self'$/, path);
    assert.match(text, /<link rel="manifest" href="\/app\.webmanifest">/);
  }
  await service.env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [
    org.client.id,
    [service.origin],
  ]);
  const embed = `/embed/chat?${new URLSearchParams({ client_id: org.client.id, origin: service.origin })}`;
  for (const path of ['/admin', '/account', '/meet', '/sign-in?other', embed]) {
    const { policy, text } = await open(path);
    assert.ok(!policy.includes('manifest-src'), path);
    assert.ok(!text.includes('rel="manifest"'), path);
  }
});

test('[INSTALL-4] browsers ask for the worker each time, and it may only call this server', async () => {
  const { headers } = await get('/service-worker.js');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
});

async function beginShare(path: string, { origin } = service): Promise<string> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // The server closes the connection before it has read all bytes.
  socket.on('error', () => {});
  const type = 'content-type: multipart/form-data; boundary=X';
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${type}\r\ncontent-length: 8000000\r\n\r\n`);
  socket.write(
    `--X\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n${'x'.repeat(60_000)}`,
  );
  await closed;
  return answer.toLowerCase();
}

test('[INSTALL-10] without the worker, a share is redirected to Home before its files have arrived', async () => {
  const answer = await beginShare('/share');
  assert.match(answer, /^http\/1\.1 303 /);
  assert.match(answer, /\r\nlocation: \/home\r\n/);
  assert.match(answer, /\r\nconnection: close\r\n/);
  const again = await fetch(`${service.origin}/share`, { redirect: 'manual' });
  assert.deepEqual([again.status, again.headers.get('location')], [303, '/home']);
});

test('[INSTALL-1] [INSTALL-2] the sandbox is an app of its own', async () => {
  const both = await startService({ environments: ['production', 'sandbox'] });
  try {
    const manifest = await manifestOf('/sandbox/app.webmanifest', both);
    assert.deepEqual(
      [manifest.name, manifest.id, manifest.scope, manifest.share_target.action],
      ['Ringbinder Sandbox', '/sandbox/', '/sandbox/', '/sandbox/share'],
    );
    assert.match(await beginShare('/sandbox/share', both), /\r\nlocation: \/sandbox\/home\r\n/);
    const visitor = newVisitor(both.origin);
    const opened = await visitor.get('/sandbox?new&q=a', { accept: 'text/html' });
    assert.deepEqual([opened.status, opened.location], [303, '/sandbox/?new&q=a'], 'the scope begins there');
    const [shell] = await precached(both, '/sandbox');
    assert.equal(shell?.url, '/sandbox/offline');
    const text = await (await get('/sandbox/offline', both)).text();
    assert.match(text, /&quot;root&quot;:&quot;\/sandbox&quot;/);
  } finally {
    await both.close();
  }
});
