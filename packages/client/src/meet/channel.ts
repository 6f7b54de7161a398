import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import { createHeartbeat } from '../connection/heartbeat.ts';
import { createTokens, SignedOut, type TokenSource } from '../connection/tokens.ts';

/** As long a connection may take to be welcomed, or to be told to wait. */
const CONNECT_TIMEOUT_MS = 15_000;
/** Nobody waits longer than this for the next attempt: the others are in the meet already. */
const MAX_WAIT_MS = 4_000;
const LOBBY_HEARTBEAT_MS = 25_000;
/** A connection that works answers in this time. */
const CHECK_MS = 2_500;

/** What a channel is made of. */
export interface ChannelOptions {
  address: string;
  token: TokenSource;
  pluginVersion: '2.9.5' | 'latest';
  /** With what one comes back. */
  resume(): string | undefined;
  onFrame(frame: MeetServerFrame): void;
  /** The connection was lost; it comes back by itself. */
  onLost(): void;
  /** It does not come back: the server says why. */
  onRefused(message: string): void;
}

/** The signalling of a meet: a WebSocket that comes back by itself. */
export interface Channel {
  /** Sends a frame, if there is a connection. Whoever comes back says everything anew. */
  send(frame: MeetClientFrame): void;
  /** Finds out at once, and not at the next heartbeat, whether the connection works; connects anew where it does not. */
  check(): void;
  close(): void;
}

/** Opens the signalling of a meet. */
export function openChannel(options: ChannelOptions): Channel {
  const tokens = createTokens(options.token);
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;
  let refusal: string | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  const heartbeat = createHeartbeat({
    now: () => performance.now(),
    ping: () => send({ type: 'ping' }),
    onSilent: () => lose(),
  });
  const comeBack = () => {
    if (isOver) return;
    if (socket) check();
    else void connect();
  };
  addEventListener('online', comeBack);

  function send(frame: MeetClientFrame): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function stopChecking(): void {
    clearTimeout(checking);
    checking = undefined;
  }

  function check(): void {
    if (checking !== undefined || socket?.readyState !== WebSocket.OPEN) return;
    send({ type: 'ping' });
    checking = setTimeout(lose, CHECK_MS);
  }

  function drop(): void {
    clearTimeout(timer);
    stopChecking();
    heartbeat.stop();
    const dropped = socket;
    socket = undefined;
    if (!dropped) return;
    dropped.onopen = dropped.onmessage = dropped.onclose = null;
    dropped.close(1000);
  }

  function lose(): void {
    if (isOver) return;
    drop();
    options.onLost();
    timer = setTimeout(() => void connect(), Math.min(MAX_WAIT_MS, backoffMs(failures++, Math.random)));
  }

  function end(message: string): void {
    close();
    options.onRefused(message);
  }

  async function connect(): Promise<void> {
    drop();
    let token: string;
    try {
      token = await tokens.next();
    } catch (error) {
      if (isOver) return;
      if (error instanceof SignedOut) end(error.message);
      else lose();
      return;
    }
    if (isOver || socket) return;
    const opened = new WebSocket(options.address);
    socket = opened;
    timer = setTimeout(lose, CONNECT_TIMEOUT_MS);
    opened.onopen = () => {
      const resume = options.resume();
      const { pluginVersion: plugin_version } = options;
      send({
        type: 'hello',
        version: 1,
        token,
        plugin_version,
        ...(resume === undefined ? {} : { resume }),
      });
    };
    opened.onmessage = ({ data }) => receive(String(data));
    opened.onclose = ({ code, reason }) => closed(code, reason);
  }

  function receive(text: string): void {
    heartbeat.heard();
    stopChecking();
    const frame = JSON.parse(text) as MeetServerFrame;
    if (frame.type === 'welcome' || frame.type === 'lobby') {
      clearTimeout(timer);
      tokens.accepted();
      failures = 0;
      heartbeat.start(frame.type === 'welcome' ? frame.heartbeat_ms : LOBBY_HEARTBEAT_MS);
    }
    if (frame.type === 'pong') return;
    if (frame.type === 'invalid_token') {
      void renew();
      return;
    }
    // Of the hello itself: the close that follows is for good.
    if (frame.type === 'refused' && frame.id === 0) refusal = frame.message;
    options.onFrame(frame);
  }

  async function renew(): Promise<void> {
    tokens.refused();
    const token = await tokens.next().catch(() => undefined);
    if (token !== undefined) send({ type: 'token', token });
  }

  function closed(code: number, reason: string): void {
    if (refusal !== undefined) end(refusal);
    else if (code === 4400) end(reason || 'the server refused what was sent');
    else if (code === 4401 && failures > 0) end('you are signed out: sign in and join again');
    else {
      if (code === 4401) tokens.refused();
      lose();
    }
  }

  function close(): void {
    isOver = true;
    removeEventListener('online', comeBack);
    drop();
  }

  void connect();
  return { send, check, close };
}
