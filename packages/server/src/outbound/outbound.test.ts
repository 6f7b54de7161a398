import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { test } from 'vitest';
import { createOutbound, isPublicAddress, type OutboundOutcome, type Resolve } from './index.ts';

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2a00:1:2:3:0:5efe:127.0.0.1',
  '2a00:1:2:3:200:5efe:7f00:1',
  '64:ff9b:1::7f00:1',
  '3fff::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '192.88.99.1',
  '',
  'localhost',
  '1.2.3',
];
const open = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
];

test('[DELIV-13] what is not given out to the public is no public address', () => {
  for (const address of closed) assert.equal(isPublicAddress(address), false, address);
  for (const address of open) assert.equal(isPublicAddress(address), true, address);
});

async function listen(listener: RequestListener, host?: string) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const call = { headers: { 'content-type': 'text/plain' }, body: 'hello', allowsPrivate: false };
const reasonOf = (outcome: OutboundOutcome) =>
  outcome.kind === 'failed' ? outcome.reason : `answered ${outcome.status}`;

test('[DELIV-12] [DELIV-13] a loopback address is refused in every spelling, and a name that resolves to one', async (t) => {
  let reached = 0;
  const { port, close } = await listen((_request, response) => {
    reached++;
    response.end();
  });
  t.onTestFinished(close);
  const resolve: Resolve = async (name) => {
    if (name === 'mixed.example') return ['93.184.216.34', '127.0.0.1'];
    if (name === 'inside.example') return ['127.0.0.1'];
    if (name === 'inside6.example') return ['::1'];
    return [];
  };
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 2_000, resolve });
  t.onTestFinished(() => outbound.close());
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '①②⑦.0.0.1',
    'inside.example',
    'inside6.example',
    'mixed.example',
    'nothing.example',
  ];
  for (const host of hosts) {
    const outcome = await outbound.post({ ...call, url: `http://${host}:${port}/` });
    assert.match(reasonOf(outcome), /not on the public internet|cannot be read/, host);
  }
  assert.equal(reached, 0);
});

test('[DELIV-13] a name is looked up once for each connection, which goes to the address that was checked', async (t) => {
  let requests = 0;
  const resolve: Resolve = async () => (requests++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000, resolve });
  t.onTestFinished(() => outbound.close());
  for (let turn = 0; turn < 2; turn++)
    assert.match(
      reasonOf(await outbound.post({ ...call, url: 'http://rebind.example/' })),
      /public internet/,
    );
});

test('[DELIV-4] of the addresses of a name the next is called when one cannot be reached', async (t) => {
  const { port, close } = await listen((_request, response) => response.writeHead(204).end(), '127.0.0.1');
  t.onTestFinished(close);
  for (const addresses of [
    ['127.0.0.2', '::2', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.2'],
  ]) {
    const resolve: Resolve = async () => addresses;
    const outbound = createOutbound({ allowsHttp: true, timeoutMs: 10_000, resolve });
    const { kind } = await outbound.post({
      ...call,
      allowsPrivate: true,
      url: `http://two.example:${port}/`,
    });
    assert.equal(kind, 'answered', String(addresses));
    await outbound.close();
  }
});

test('[DELIV-12] outside development only https is called, and no address with a password', async (t) => {
  const outbound = createOutbound({ allowsHttp: false, timeoutMs: 1_000 });
  t.onTestFinished(() => outbound.close());
  const free = { ...call, allowsPrivate: true };
  assert.match(reasonOf(await outbound.post({ ...free, url: 'http://127.0.0.1:9/' })), /https/);
  assert.match(reasonOf(await outbound.post({ ...free, url: 'ftp://127.0.0.1/' })), /https/);
  assert.match(reasonOf(await outbound.post({ ...free, url: 'https://a:b@127.0.0.1/' })), /password/);
  assert.match(reasonOf(await outbound.post({ ...free, url: 'not an address' })), /cannot be read/);
});

test('[DELIV-4] [DELIV-13] where it is allowed a private address is called, once, and its redirect is not followed', async (t) => {
  const seen: string[] = [];
  const { port, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
    response
      .writeHead(307, { location: `http://127.0.0.1:${port}/elsewhere`, 'retry-after': '7' })
      .end('moved');
  });
  t.onTestFinished(close);
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 2_000 });
  t.onTestFinished(() => outbound.close());
  const outcome = await outbound.post({
    ...call,
    url: `http://127.0.0.1:${port}/hook?x=1`,
    allowsPrivate: true,
  });
  assert.deepEqual(
    { ...outcome, ms: 0 },
    { kind: 'answered', status: 307, retryAfter: '7', text: 'moved', content: Buffer.from('moved'), ms: 0 },
  );
  assert.deepEqual(seen, ['POST /hook?x=1 hello']);
});

test('[DELIV-4] a receiver that is silent, half silent, endless, gone or no HTTP server does not hold anyone up', async (t) => {
  const answers: Record<string, RequestListener> = {
    '/silent': () => undefined,
    '/half': (_request, response) => void response.writeHead(200, { 'content-length': '100' }).write('half'),
    '/endless': (_request, response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more));
      more();
    },
    '/gone': (request) => request.socket.destroy(),
  };
  const { port, close } = await listen((request, response) =>
    answers[request.url ?? '']?.(request, response),
  );
  t.onTestFinished(close);
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 500 });
  t.onTestFinished(() => outbound.close());
  const post = (url: string) => outbound.post({ ...call, url, allowsPrivate: true });
  assert.equal(reasonOf(await post(`http://127.0.0.1:${port}/silent`)), 'no response in time');
  assert.equal(reasonOf(await post(`http://127.0.0.1:${port}/half`)), 'no response in time');
  const endless = await post(`http://127.0.0.1:${port}/endless`);
  assert.ok(endless.kind === 'answered' && endless.text.length === 4096);
  assert.equal(reasonOf(await post(`http://127.0.0.1:${port}/gone`)), 'the connection broke');
  const talker = createTcpServer((socket) => void socket.write('hello\r\n\r\n'));
  await new Promise<void>((resolve) => talker.listen(0, resolve));
  t.onTestFinished(() => void talker.close());
  const { port: other } = talker.address() as AddressInfo;
  assert.equal(reasonOf(await post(`http://127.0.0.1:${other}/`)), 'the answer is not HTTP');
  await close();
  assert.equal(reasonOf(await post(`http://127.0.0.1:${port}/`)), 'the connection was refused');
});
