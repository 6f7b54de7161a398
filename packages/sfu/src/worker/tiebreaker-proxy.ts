/**
 * Chromium behind a TURN relay over TCP or TLS sends the valid ICE tiebreaker 0, which the library rejects
 * (libjuice, issue 355). The proxy replaces it in signed requests. Each flow has its own socket, because the
 * library distinguishes clients by source address.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isSignedWith, isStun, readBindingRequest, withMappedAddress, withTiebreaker } from './stun.ts';

const IDLE_MS = 60_000;
const SWEEP_MS = 10_000;
const MAX_FLOWS_PER_UFRAG = 8;
const MAX_FLOWS = 4_000;
const MAX_WAITING = 16;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

interface Flow {
  ufrag: string;
  inner: Socket;
  /** Undefined after the socket is connected. */
  waiting: Buffer[] | undefined;
  lastPacketAt: number;
}

export interface TiebreakerProxy {
  readonly port: number;
  admit(ufrag: string, password: string): void;
  forget(ufrag: string): void;
  readonly flows: number;
  close(): void;
}

export interface ProxyOptions {
  port: number;
  innerPort: number;
  now?: () => number;
}

function addressBytes(address: string): Buffer {
  if (address.startsWith('::ffff:')) return Buffer.from(address.slice(7).split('.').map(Number));
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const all = tail === undefined ? before : [...before, ...zeros, ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

export async function openTiebreakerProxy({
  port,
  innerPort,
  now = () => performance.now(),
}: ProxyOptions): Promise<TiebreakerProxy> {
  const passwords = new Map<string, string>();
  const flows = new Map<string, Flow>();
  const outer = createSocket({
    type: 'udp6',
    ipv6Only: false,
    recvBufferSize: RECEIVE_BUFFER_BYTES,
    // Avoids a DNS lookup per packet.
    lookup: (address, _options, onCandidate) => onCandidate(null, address, 6),
  });

  function end(key: string, flow: Flow): void {
    flows.delete(key);
    flow.inner.close();
  }

  /** Each change of a client's network opens a flow. Returns true if another flow is possible. */
  function evictOldest(ufrag: string): boolean {
    const own = [...flows].filter(([, flow]) => flow.ufrag === ufrag);
    const [oldest] = own.sort(([, one], [, other]) => one.lastPacketAt - other.lastPacketAt);
    if (oldest && own.length >= MAX_FLOWS_PER_UFRAG) end(...oldest);
    return flows.size < MAX_FLOWS;
  }

  function open(key: string, ufrag: string, { address, port: from }: RemoteInfo): Flow | undefined {
    if (!evictOldest(ufrag)) return undefined;
    const isIpv4 = address.startsWith('::ffff:');
    const inner = createSocket({ type: isIpv4 ? 'udp4' : 'udp6' });
    const flow: Flow = { ufrag, inner, waiting: [], lastPacketAt: now() };
    const source = addressBytes(address);
    inner.on('message', (bytes) => {
      const password = isStun(bytes) ? passwords.get(flow.ufrag) : undefined;
      const sent = password === undefined ? bytes : withMappedAddress(bytes, source, from, password);
      outer.send(sent, from, address);
    });
    inner.on('error', () => flows.get(key) === flow && end(key, flow));
    inner.connect(innerPort, isIpv4 ? '127.0.0.1' : '::1', () => {
      for (const bytes of flow.waiting ?? []) inner.send(bytes);
      flow.waiting = undefined;
    });
    flows.set(key, flow);
    return flow;
  }

  function send(flow: Flow, bytes: Buffer): void {
    flow.lastPacketAt = now();
    if (flow.waiting === undefined) flow.inner.send(bytes);
    else if (flow.waiting.length < MAX_WAITING) flow.waiting.push(bytes);
  }

  outer.on('message', (bytes, from) => {
    const key = `${from.address} ${from.port}`;
    const openFlow = flows.get(key);
    const request = isStun(bytes) ? readBindingRequest(bytes) : undefined;
    if (request === undefined || (openFlow?.ufrag === request.ufrag && !request.hasZeroTiebreaker)) {
      if (openFlow) send(openFlow, bytes);
      return;
    }
    const password = passwords.get(request.ufrag);
    if (password === undefined || !isSignedWith(bytes, request, password)) return;
    const flow = openFlow ?? open(key, request.ufrag, from);
    if (flow === undefined) return;
    flow.ufrag = request.ufrag;
    send(flow, request.hasZeroTiebreaker ? withTiebreaker(bytes, request, password) : bytes);
  });
  const listening = once(outer, 'listening');
  outer.bind(port);
  await listening;
  outer.on('error', () => undefined);
  const sweeping = setInterval(() => {
    for (const [key, flow] of flows) if (now() - flow.lastPacketAt > IDLE_MS) end(key, flow);
  }, SWEEP_MS);

  return {
    port: outer.address().port,
    admit(ufrag, password) {
      passwords.set(ufrag, password);
    },
    forget(ufrag) {
      passwords.delete(ufrag);
      for (const [key, flow] of flows) if (flow.ufrag === ufrag) end(key, flow);
    },
    get flows() {
      return flows.size;
    },
    close() {
      clearInterval(sweeping);
      outer.close();
      for (const [key, flow] of flows) end(key, flow);
    },
  };
}
