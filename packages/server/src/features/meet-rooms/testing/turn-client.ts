import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAGIC_COOKIE = 0x2112a442;
const magicCookie = Buffer.from('2112a442', 'hex');
const [ALLOCATE, CREATE_PERMISSION, ERROR] = [0x0003, 0x0008, 0x0110];
const [USERNAME, INTEGRITY, ERROR_CODE, REALM, NONCE] = [0x0006, 0x0008, 0x0009, 0x0014, 0x0015];
const [PEER_ADDRESS, REQUESTED_FAMILY, REQUESTED_TRANSPORT] = [0x0012, 0x0017, 0x0019];
const [IPV4, IPV6] = [1, 2];
const UDP = Buffer.from([17, 0, 0, 0]);

export interface TurnClient {
  /** Returns 0, or the error code. */
  permit(address: string): Promise<number>;
  close(): void;
}

export async function openTurnClient(
  relay: { address: string; port: number },
  secret: string,
  family: 4 | 6 = 4,
): Promise<TurnClient> {
  const socket = createSocket('udp4');
  socket.connect(relay.port, relay.address);
  await once(socket, 'connect');
  const username = `${Math.floor(Date.now() / 1_000) + 600}:attacker`;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  let realm = '';
  let nonce = '';

  function attribute(type: number, value: Buffer): Buffer {
    const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
    padded.writeUInt16BE(type, 0);
    padded.writeUInt16BE(value.length, 2);
    value.copy(padded, 4);
    return padded;
  }

  async function ask(method: number, content: readonly Buffer[], id = randomBytes(12)): Promise<number> {
    const head = Buffer.alloc(20);
    head.writeUInt16BE(method, 0);
    head.writeUInt32BE(MAGIC_COOKIE, 4);
    id.copy(head, 8);
    const credentials = [
      [USERNAME, username],
      [REALM, realm],
      [NONCE, nonce],
    ] as const;
    const isSigned = nonce !== '';
    const signed = isSigned ? credentials.map(([type, text]) => attribute(type, Buffer.from(text))) : [];
    const body = Buffer.concat([...content, ...signed]);
    head.writeUInt16BE(body.length + (isSigned ? 24 : 0), 2);
    const key = createHash('md5').update(`${username}:${realm}:${password}`).digest();
    const integrity = createHmac('sha1', key)
      .update(Buffer.concat([head, body]))
      .digest();
    socket.send(Buffer.concat([head, body, ...(isSigned ? [attribute(INTEGRITY, integrity)] : [])]));
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    let code = 0;
    for (let at = 20; at + 4 <= answer.length; ) {
      const [type, length] = [answer.readUInt16BE(at), answer.readUInt16BE(at + 2)];
      const value = answer.subarray(at + 4, at + 4 + length);
      if (type === REALM) realm = value.toString();
      if (type === NONCE) nonce = value.toString();
      if (type === ERROR_CODE) code = (value[2] as number) * 100 + (value[3] as number);
      at += 4 + ((length + 3) & ~3);
    }
    return (answer.readUInt16BE(0) & 0x0110) === ERROR ? code : 0;
  }

  const attributes = [
    attribute(REQUESTED_TRANSPORT, UDP),
    ...(family === 6 ? [attribute(REQUESTED_FAMILY, Buffer.from([IPV6, 0, 0, 0]))] : []),
  ];
  try {
    await ask(ALLOCATE, attributes);
    const refusal = await ask(ALLOCATE, attributes);
    if (refusal !== 0) throw new Error(`the relay allocates nothing: ${refusal}`);
  } catch (error) {
    socket.close();
    throw error;
  }
  return {
    async permit(address) {
      const id = randomBytes(12);
      const mask = Buffer.concat([magicCookie, id]);
      const bytes = ipaddr.parse(address).toByteArray();
      const value = Buffer.from([0, isIPv6(address) ? IPV6 : IPV4, 0, 0, ...bytes]);
      value.writeUInt16BE(9 ^ (MAGIC_COOKIE >>> 16), 2);
      for (const [index, byte] of bytes.entries()) value[4 + index] = byte ^ (mask[index] ?? 0);
      return ask(CREATE_PERMISSION, [attribute(PEER_ADDRESS, value)], id);
    },
    close: () => socket.close(),
  };
}
