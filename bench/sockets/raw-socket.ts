import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

export interface RawFrame {
  head: string;
  payload: Buffer;
  /** In ms of the monotonic clock, which all processes share. */
  at: number;
}

/** Parses little, so that one process can hold thousands of sockets. */
export interface RawSocket {
  send(frame: object): void;
  end(): void;
}

export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

const TEXT_FIN = 0x81;
const PING = 0x89;
const HEAD_LENGTH = 48;

export function openRawSocket(
  { port, path }: { port: number; path: string },
  onFrame: (frame: RawFrame) => void,
  onEnd: () => void,
): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    const open = { send: (frame: object) => void socket.write(masked(JSON.stringify(frame))), end };
    function end(): void {
      socket.removeListener('close', onEnd);
      socket.destroy();
    }
    socket.once('connect', () => {
      const key = randomBytes(16).toString('base64');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    socket.once('error', reject);
    socket.on('data', (data) => {
      const at = monotonicMs();
      rest = rest.length > 0 ? Buffer.concat([rest, data]) : data;
      if (!isOpen) {
        const headersEnd = rest.indexOf('\r\n\r\n');
        if (headersEnd < 0) return;
        if (!rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
          reject(new Error(`the server answered ${rest.subarray(0, 400)}`));
          socket.destroy();
          return;
        }
        isOpen = true;
        rest = rest.subarray(headersEnd + 4);
        socket.removeListener('error', reject);
        socket.on('error', () => undefined);
        socket.once('close', onEnd);
        resolve(open);
      }
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        const [opcode = 0] = rest;
        rest = rest.subarray(frame.end);
        const payload = frame.payload;
        if (opcode === PING) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
        else onFrame({ head: payload.toString('latin1', 0, HEAD_LENGTH), payload, at });
      }
    });
  });
}

function readFrame(bytes: Buffer): { payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  return bytes.length < end ? undefined : { payload: bytes.subarray(start, end), end };
}

function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([TEXT_FIN, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
