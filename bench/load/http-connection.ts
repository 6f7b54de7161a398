import { connect, type Socket } from 'node:net';

const MAX_ANSWER_BYTES = 1024 ** 2;
const END_OF_HEAD = '\r\n\r\n';

/**
 * One kept-alive connection that sends whole requests, one at a time. Reads no more of an answer than its status, its
 * length and its body: a full HTTP client takes longer than the server it is to measure.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #answer = Buffer.allocUnsafe(MAX_ANSWER_BYTES);
  #received = 0;
  #waiting: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;

  private constructor(port: number) {
    const onData = (bytes: number, chunk: Uint8Array) => {
      this.#onData(Buffer.from(chunk.buffer, chunk.byteOffset, bytes));
      return true;
    };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(65_536), callback: onData },
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<HttpConnection> {
    const connection = new HttpConnection(port);
    await new Promise((resolve, reject) => connection.#socket.once('connect', resolve).once('error', reject));
    return connection;
  }

  /**
   * Sends a request and gives the body of its answer, which is overwritten by the next one. Throws for a status other
   * than 200 and 201.
   */
  call(request: Buffer): Promise<Buffer> {
    this.#received = 0;
    this.#socket.write(request);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#received += chunk.copy(this.#answer, this.#received);
    const answer = this.#answer.subarray(0, this.#received);
    const headEnd = answer.indexOf(END_OF_HEAD);
    if (headEnd === -1) return;
    const head = answer.toString('latin1', 0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    const end = headEnd + END_OF_HEAD.length + length;
    if (Number.isNaN(length)) this.#fail(new Error(`an answer without content-length: ${head}`));
    else if (this.#received >= end) this.#settle(head, answer.subarray(end - length, end));
  }

  #settle(head: string, body: Buffer): void {
    if (!/^HTTP\/1\.1 20[01] /.test(head)) {
      this.#fail(new Error(`${head.slice(0, 15)} ${body}`));
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(body);
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

/** The text of an HTTP/1.1 request to a port of this machine. */
export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string {
  const all = { host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
