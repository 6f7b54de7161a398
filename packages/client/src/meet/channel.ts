import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import { createHeartbeat } from '../connection/heartbeat.ts';
import { createTokens, SignedOut, type TokenSource } from '../connection/tokens.ts';
import type { Because } from '../errors.ts';

const CONNECT_TIMEOUT_MS = 15_000;
/** Maximum delay before reconnecting, short because other participants are waiting. */
const MAX_WAIT_MS = 4_000;
const LOBBY_HEARTBEAT_MS = 25_000;
const CHECK_MS = 2_500;

export interface ChannelOptions {
  address: string;
  token: TokenSource;
  pluginVersion: '2.9.5' | 'latest';
  resume(): string | undefined;
  onFrame(frame: MeetServerFrame): void;
  onLost(): void;
  onRefused(message: string, because?: Because): void;
}

export interface Channel {
  send(frame: MeetClientFrame): void;
  check(): void;
  close(): void;
}

export function openChannel(options: ChannelOptions): Channel {
  const channel = new MeetChannel(options);
  void channel.connect();
  return channel;
}

class MeetChannel implements Channel {
  readonly #options: ChannelOptions;
  readonly #tokens: ReturnType<typeof createTokens>;
  readonly #heartbeat = createHeartbeat({
    now: () => performance.now(),
    ping: () => this.send({ type: 'ping' }),
    onSilent: () => this.#lose(),
  });
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isOver = false;
  #refusal: Extract<MeetServerFrame, { type: 'refused' }> | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#tokens = createTokens(options.token);
    addEventListener('online', this.#comeBack);
  }

  send(frame: MeetClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  check(): void {
    if (this.#checking !== undefined || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: 'ping' });
    this.#checking = setTimeout(() => this.#lose(), CHECK_MS);
  }

  close(): void {
    this.#isOver = true;
    removeEventListener('online', this.#comeBack);
    this.#drop();
  }

  async connect(): Promise<void> {
    this.#drop();
    let token: string;
    try {
      token = await this.#tokens.next();
    } catch (error) {
      if (this.#isOver) return;
      if (error instanceof SignedOut) this.#refuse(error.message);
      else this.#lose();
      return;
    }
    if (this.#isOver || this.#socket) return;
    const socket = new WebSocket(this.#options.address);
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lose(), CONNECT_TIMEOUT_MS);
    socket.onopen = () => this.#sendHello(token);
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = ({ code, reason }) => this.#closed(code, reason);
  }

  readonly #comeBack = () => {
    if (this.#isOver) return;
    if (this.#socket) this.check();
    else void this.connect();
  };

  #drop(): void {
    clearTimeout(this.#timer);
    this.#stopChecking();
    this.#heartbeat.stop();
    const dropped = this.#socket;
    this.#socket = undefined;
    if (!dropped) return;
    dropped.onopen = dropped.onmessage = dropped.onclose = null;
    dropped.close(1000);
  }

  #stopChecking(): void {
    clearTimeout(this.#checking);
    this.#checking = undefined;
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#drop();
    this.#options.onLost();
    const wait = Math.min(MAX_WAIT_MS, backoffMs(this.#failures++, Math.random));
    this.#timer = setTimeout(() => void this.connect(), wait);
  }

  #refuse(message: string, because?: Because): void {
    this.close();
    this.#options.onRefused(message, because);
  }

  #sendHello(token: string): void {
    const { pluginVersion: plugin_version } = this.#options;
    const resume = this.#options.resume();
    const resumed = resume === undefined ? {} : { resume };
    this.send({ type: 'hello', version: 1, token, plugin_version, ...resumed });
  }

  #receive(text: string): void {
    this.#heartbeat.received();
    this.#stopChecking();
    const frame = JSON.parse(text) as MeetServerFrame;
    if (frame.type === 'welcome' || frame.type === 'lobby') {
      clearTimeout(this.#timer);
      this.#tokens.accepted();
      this.#failures = 0;
      this.#heartbeat.start(frame.type === 'welcome' ? frame.heartbeat_ms : LOBBY_HEARTBEAT_MS);
    }
    if (frame.type === 'pong') return;
    if (frame.type === 'invalid_token') {
      void this.#renew();
      return;
    }
    if (frame.type === 'refused' && frame.id === 0) this.#refusal = frame;
    this.#options.onFrame(frame);
  }

  async #renew(): Promise<void> {
    this.#tokens.refused();
    const token = await this.#tokens.next().catch(() => undefined);
    if (token !== undefined) this.send({ type: 'token', token });
  }

  #closed(code: number, reason: string): void {
    if (this.#refusal) this.#refuse(this.#refusal.message, this.#refusal);
    else if (code === 4400) this.#refuse(reason || 'the server refused what was sent');
    else if (code === 4401 && this.#failures > 0) this.#refuse('you are signed out: sign in and join again');
    else {
      if (code === 4401) this.#tokens.refused();
      this.#lose();
    }
  }
}
