import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, test } from 'vitest';
import { openTiebreakerProxy, type TiebreakerProxy } from './tiebreaker-proxy.ts';

const [UFRAG, PASSWORD] = ['AbCd', 'a password of 24 letters'];

function stun(type: number, attributes: [number, Buffer][], password: string): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16BE(type, 0);
  head.writeUInt32BE(0x2112a442, 4);
  randomBytes(12).copy(head, 8);
  const attribute = (kind: number, value: Buffer) => {
    const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
    padded.writeUInt16BE(kind, 0);
    padded.writeUInt16BE(value.length, 2);
    value.copy(padded, 4);
    return padded;
  };
  const signed = [head, ...attributes.map(([kind, value]) => attribute(kind, value))];
  const length = Buffer.concat(signed).length - 20;
  head.writeUInt16BE(length + 24, 2);
  const integrity = createHmac('sha1', password).update(Buffer.concat(signed)).digest();
  head.writeUInt16BE(length + 32, 2);
  const body = Buffer.concat([...signed, attribute(0x0008, integrity)]);
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE((crc32(body) ^ 0x5354554e) >>> 0);
  return Buffer.concat([body, attribute(0x8028, fingerprint)]);
}

function bindingRequest(
  tiebreaker: bigint,
  { ufrag = UFRAG, password = PASSWORD, more = [] as [number, Buffer][] } = {},
) {
  const value = Buffer.alloc(8);
  value.writeBigUInt64BE(tiebreaker);
  const attributes: [number, Buffer][] = [[0x0006, Buffer.from(`${ufrag}:peer1`)], [0x8029, value], ...more];
  return stun(0x0001, attributes, password);
}

let engine: Socket;
let proxy: TiebreakerProxy;
let now = 0;
const clients: Socket[] = [];

beforeEach(async () => {
  engine = createSocket('udp4').bind(0, '127.0.0.1');
  await once(engine, 'listening');
  proxy = await openTiebreakerProxy({ port: 0, innerPort: engine.address().port, now: () => now });
  proxy.admit(UFRAG, PASSWORD);
});
afterEach(() => {
  for (const socket of [engine, ...clients.splice(0)]) socket.close();
  proxy.close();
});

async function client() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  clients.push(socket);
  return {
    socket,
    send: (bytes: Buffer) => socket.send(bytes, proxy.port, '127.0.0.1'),
  };
}

async function next(socket: Socket): Promise<{ bytes: Buffer; port: number }> {
  const [bytes, from] = await once(socket, 'message', { signal: AbortSignal.timeout(10_000) });
  return { bytes, port: from.port };
}

test('[MEET-28] a request with the tiebreaker 0 gets another one when it is signed, and nothing else is changed', async () => {
  const one = await client();
  const request = bindingRequest(0n);
  one.send(request);
  const { bytes, port } = await next(engine);
  const expected = stun(
    0x0001,
    [
      [0x0006, Buffer.from(`${UFRAG}:peer1`)],
      [0x8029, Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])],
    ],
    PASSWORD,
  );
  assert.deepEqual(bytes.subarray(8, 20), request.subarray(8, 20));
  assert.deepEqual(bytes.subarray(20, -32), expected.subarray(20, -32));
  const head = Buffer.from(bytes.subarray(0, -32));
  head.writeUInt16BE(bytes.length - 28, 2);
  assert.deepEqual(
    bytes.subarray(-28, -8),
    createHmac('sha1', PASSWORD).update(head).digest(),
    'signed with the password',
  );
  assert.equal(bytes.readUInt32BE(bytes.length - 4), (crc32(bytes.subarray(0, -8)) ^ 0x5354554e) >>> 0);

  for (const sent of [
    bindingRequest(7n),
    Buffer.from([0x80, 111, ...randomBytes(40)]),
    Buffer.from([22, 254, 253, 0]),
  ]) {
    one.send(sent);
    const passed = await next(engine);
    assert.deepEqual(passed.bytes, sent);
    assert.equal(passed.port, port);
  }

  const mapped = Buffer.from([0, 1, 0, 0, 127, 0, 0, 1]);
  mapped.writeUInt16BE(port, 2);
  const masked = (family4: Buffer) =>
    Buffer.from(
      family4.map((byte, at) => (at < 2 ? byte : byte ^ ([0x21, 0x12, 0x21, 0x12, 0xa4, 0x42][at - 2] ?? 0))),
    );
  engine.send(stun(0x0101, [[0x0020, masked(mapped)]], PASSWORD), port, '127.0.0.1');
  const answer = (await next(one.socket)).bytes;
  const seen = masked(answer.subarray(24, 32));
  assert.equal(seen.readUInt16BE(2), one.socket.address().port);
  const covered = Buffer.from(answer.subarray(0, -32));
  covered.writeUInt16BE(answer.length - 28, 2);
  assert.deepEqual(answer.subarray(-28, -8), createHmac('sha1', PASSWORD).update(covered).digest());
});

test('[MEET-28] the port sends nothing for a stranger, and tells clients apart by where they come from', async () => {
  const stranger = await client();
  const cut = bindingRequest(0n);
  const strange = [
    bindingRequest(0n, { password: 'a wrong one of 24 letter' }),
    bindingRequest(0n, { ufrag: 'ZZZZ' }),
    bindingRequest(0n, { more: [[0x802a, Buffer.alloc(8)]] }),
    Buffer.concat([bindingRequest(0n), Buffer.alloc(4)]),
    cut.subarray(0, cut.length - 8),
    randomBytes(1_200),
    Buffer.from([0x80, 96, ...randomBytes(100)]),
    Buffer.alloc(0),
  ];
  for (const bytes of strange) stranger.send(bytes);
  const [one, other] = [await client(), await client()];
  one.send(bindingRequest(5n));
  const first = await next(engine);
  other.send(bindingRequest(0n));
  const second = await next(engine);
  assert.notEqual(first.port, second.port);
  assert.equal(proxy.flows, 2, 'none of the strangers');
  engine.send('to the second', second.port, '127.0.0.1');
  assert.equal((await next(other.socket)).bytes.toString(), 'to the second');

  for (let each = 0; each < 12; each++) {
    now += 1;
    (await client()).send(bindingRequest(0n));
    await next(engine);
  }
  assert.equal(proxy.flows, 8);
  proxy.forget(UFRAG);
  assert.equal(proxy.flows, 0);
  one.send(bindingRequest(0n));
  proxy.admit('Else', PASSWORD);
  const third = await client();
  third.send(bindingRequest(0n, { ufrag: 'Else' }));
  assert.match((await next(engine)).bytes.toString('latin1'), /Else:peer1/, 'who is forgotten is a stranger');
});
