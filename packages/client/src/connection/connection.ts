import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import {
  type ConnectionState,
  INVALID_TOKEN_CODE,
  isPersistent,
  type OfflineReason,
  reasonOf,
} from './connection-state.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { OpenSocket, SocketLike } from './socket.ts';
import { createTokens, SignedOut, type TokenSource } from './tokens.ts';

export interface ConnectionOptions {
  address: string;
  token: TokenSource;
  openSocket: OpenSocket;
  random: () => number;
  now: () => number;
  onState(state: ConnectionState): void;
  onFrame(frame: ServerFrame): void;
}

export interface Connection {
  readonly state: ConnectionState;
  send(frame: ClientFrame): boolean;
  readonly bufferedAmount: number;
  reconnect(): void;
  /** Pings the server to detect a dead connection. */
  check(): void;
  loseNetwork(): void;
  signOut(message: string): void;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 15_000;
const STABLE_MS = 10_000;
/** A persistent problem counts as this many failed attempts. */
const PERSISTENT_FAILURES = 6;

interface Loss {
  afterMs?: number;
  isPersistent?: boolean;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { now, random, onState } = options;
  let state: ConnectionState = { status: 'connecting' };
  let socket: SocketLike | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let offlineSince = now();
  let onlineSince = 0;
  let attempt = 0;
  const tokens = createTokens(options.token);
  const heartbeat = createHeartbeat({
    now,
    ping: () => void send({ type: 'ping' }),
    onSilent: () => lose('silent'),
  });

  function enter(next: ConnectionState): void {
    if (state.status === 'online') offlineSince = now();
    state = next;
    onState(next);
  }

  function drop(code?: number): void {
    attempt++;
    clearTimeout(timer);
    heartbeat.stop();
    const dropped = socket;
    socket = undefined;
    if (!dropped) return;
    dropped.onopen = dropped.onmessage = dropped.onclose = null;
    dropped.onerror = () => undefined;
    try {
      dropped.close(code);
    } catch {}
  }

  async function connect(): Promise<void> {
    drop();
    const current = attempt;
    enter({ status: 'connecting' });
    limitAttempt();
    try {
      const token = await tokens.next();
      if (current !== attempt) return;
      open(token);
    } catch (error) {
      if (current !== attempt) return;
      if (error instanceof SignedOut) signOut(error.message);
      else lose('unreachable');
    }
  }

  function limitAttempt(): void {
    clearTimeout(timer);
    timer = setTimeout(() => lose('unreachable'), CONNECT_TIMEOUT_MS);
  }

  function open(token: string): void {
    const opened = options.openSocket(options.address);
    socket = opened;
    limitAttempt();
    opened.onopen = () => void send({ type: 'hello', token, version: 1 });
    opened.onmessage = ({ data }: { data: unknown }) => receive(data);
    opened.onclose = ({ code }: { code: number }) => closed(code);
    opened.onerror = () => undefined;
  }

  function send(frame: ClientFrame): boolean {
    if (!socket) return false;
    try {
      socket.send(JSON.stringify(frame));
      return true;
    } catch {
      return false;
    }
  }

  function receive(data: unknown): void {
    heartbeat.received();
    const frame = readFrame(data);
    if (!frame) {
      lose('closed', { isPersistent: true });
      return;
    }
    switch (frame.type) {
      case 'welcome':
        clearTimeout(timer);
        tokens.accepted();
        if (state.status !== 'online') onlineSince = now();
        heartbeat.start(frame.heartbeat_ms);
        enter({ status: 'online', sessionId: frame.session_id, user: frame.user });
        break;
      case 'invalid_token':
        void renew();
        return;
      case 'reconnect':
        failures = 0;
        lose('restarting', { afterMs: frame.after_ms });
        return;
      case 'pong':
        return;
    }
    options.onFrame(frame);
  }

  async function renew(): Promise<void> {
    const current = attempt;
    tokens.refused();
    try {
      const token = await tokens.next();
      if (current === attempt) send({ type: 'token', token });
    } catch (error) {
      if (current === attempt && error instanceof SignedOut) signOut(error.message);
    }
  }

  function closed(code: number): void {
    if (code === INVALID_TOKEN_CODE) {
      tokens.refused();
      // Retry only the first rejected token immediately, because the source may have no valid token.
      lose('closed', failures === 0 ? { afterMs: 0 } : {});
      return;
    }
    lose(reasonOf(code, state.status === 'online'), { isPersistent: isPersistent(code) });
  }

  function lose(reason: OfflineReason, { afterMs, isPersistent = false }: Loss = {}): void {
    if (state.status === 'online' && now() - onlineSince >= STABLE_MS) failures = 0;
    if (isPersistent) failures = Math.max(failures, PERSISTENT_FAILURES);
    drop(1000);
    const wait = afterMs ?? backoffMs(failures, random);
    failures++;
    enter({
      status: 'offline',
      since: state.status === 'online' ? now() : offlineSince,
      retryAt: now() + wait,
      reason,
    });
    timer = setTimeout(() => void connect(), wait);
  }

  function signOut(message: string): void {
    drop(1000);
    enter({ status: 'signed_out', message });
  }

  void connect();
  return {
    get state() {
      return state;
    },
    send(frame) {
      // `publish` has no response, so a ping must detect dead connections.
      if (frame.type === 'publish') heartbeat.expect();
      return send(frame);
    },
    get bufferedAmount() {
      return socket?.bufferedAmount ?? 0;
    },
    check: heartbeat.expect,
    loseNetwork() {
      if (state.status === 'online') lose('unreachable');
    },
    reconnect() {
      // If the machine was suspended, the connection may be dead.
      if (state.status === 'online') heartbeat.expect();
      if (state.status === 'closed' || state.status === 'online') return;
      tokens.forget();
      failures = 0;
      void connect();
    },
    signOut,
    close() {
      if (state.status === 'closed') return;
      drop(1000);
      enter({ status: 'closed' });
    },
  };
}

function readFrame(data: unknown): ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame
      ? (frame as ServerFrame)
      : undefined;
  } catch {
    return undefined;
  }
}
