import { connect, type Socket } from 'node:net';
import type { Outcome } from './flood.ts';
import type { LoadRequest } from './http-load.ts';

const AT_ONCE = 200;
const FIRST_CALL = Buffer.from('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');

/** An HTTP client that parses only status, length and Retry-After, in a third of undici's CPU time. */
export class HttpConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #answer = '';
  #headEnd = -1;
  #length = Number.NaN;
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Returns a function that sends request number `index`. First opens the connections, because opening one
   * costs as much as a response.
   */
  static async caller(port: number, count: number, requests: readonly LoadRequest[]) {
    const texts = requests.map(serialize);
    const free: HttpConnection[] = [];
    while (free.length < count) {
      const added = Array.from(
        { length: Math.min(AT_ONCE, count - free.length) },
        () => new HttpConnection(port),
      );
      await Promise.all(added.map((connection) => connection.call(FIRST_CALL)));
      free.push(...added);
    }
    return async (index: number): Promise<Outcome> => {
      const connection = free.shift() ?? new HttpConnection(port);
      const outcome = await connection.call(texts[index % texts.length] ?? FIRST_CALL);
      free.push(connection);
      return outcome;
    };
  }

  call(request: Buffer): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = undefined;
      this.#end('failed');
    });
    return socket;
  }

  #read(text: string): void {
    this.#answer += text;
    if (this.#headEnd === -1) {
      this.#headEnd = this.#answer.indexOf('\r\n\r\n');
      if (this.#headEnd === -1) return;
      this.#length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#answer.slice(0, this.#headEnd))?.[1]);
    }
    if (this.#answer.length < this.#headEnd + 4 + this.#length) return;
    const head = this.#answer.slice(0, this.#headEnd);
    this.#end(outcomeOf(Number(head.slice(9, 12)), retryAfterOf(head)));
  }

  #end(outcome: Outcome): void {
    this.#answer = '';
    this.#headEnd = -1;
    this.#settle?.(outcome);
    this.#settle = undefined;
  }
}

/** A redirect counts as accepted, because signing in redirects. */
export function outcomeOf(status: number, retryAfter: string | null | undefined): Outcome {
  if (status >= 200 && status < 400) return 'accepted';
  if (status !== 429 && status !== 503) return 'failed';
  return Number(retryAfter) >= 1 ? 'refused' : 'withoutRetryAfter';
}

export const retryAfterOf = (head: string) => /\r\nretry-after: (\d+)/i.exec(head)?.[1];

function serialize({ method = 'GET', path, headers, body = '' }: LoadRequest): Buffer {
  const all = { host: '127.0.0.1', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
