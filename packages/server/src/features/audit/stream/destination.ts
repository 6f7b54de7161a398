import { type FileHandle, open } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { AuditAddress } from '../../../config/audit-address.ts';
import type { OcsfEvent } from './ocsf.ts';
import type { SignInOcsfEvent } from './sign-ins.ts';

export type StreamEvent = OcsfEvent | SignInOcsfEvent;

/** Shorter than `LEASE_MS` in queries.ts. */
export const SEND_TIMEOUT_MS = 15_000;
/** Facility 13, the audit log (RFC 5424). */
const FACILITY = 13 * 8;
const NOTICE = 5;
const WARNING = 4;
const MEDIUM = 3;

/** Resolves when the receiver has all events. Rejects if events may be missing. */
export async function sendEvents(
  address: AuditAddress,
  events: readonly StreamEvent[],
  timeoutMs = SEND_TIMEOUT_MS,
  appendTo = append,
): Promise<void> {
  if (address.kind === 'file')
    return withinTime(appendAlone(address.path, events, appendTo), address.path, timeoutMs);
  const frame = address.format === 'syslog' ? syslogFrame : lineOf;
  await sendBytes(address, Buffer.from(events.map(frame).join('')), timeoutMs);
}

const lineOf = (event: StreamEvent) => `${JSON.stringify(event)}\n`;

/** Octet counting (RFC 6587): the number of bytes comes first. */
function syslogFrame(event: StreamEvent): string {
  const priority = FACILITY + (event.severity_id < MEDIUM ? NOTICE : WARNING);
  const time = new Date(event.time).toISOString();
  const header = `<${priority}>1 ${time} ${hostname()} ringbinder ${process.pid} ${event.metadata.event_code} -`;
  const message = `${header} ${JSON.stringify(event)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

const LINE_BREAK = 0x0a;

/** A file on a network drive may never respond. */
async function withinTime(work: Promise<void>, path: string, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${path} was not written within ${timeoutMs / 1_000} s`)),
    timeoutMs,
  );
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const appending = new Set<string>();

/** A call that hangs occupies a thread of the process, so each file has at most one. */
async function appendAlone(
  path: string,
  events: readonly StreamEvent[],
  appendTo: typeof append,
): Promise<void> {
  if (appending.has(path)) throw new Error(`${path} still does not respond`);
  appending.add(path);
  await appendTo(path, events).finally(() => appending.delete(path));
}

/** Log rotation may have renamed the file, so each call opens it again. */
async function append(path: string, events: readonly StreamEvent[]): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const lines = events.map(lineOf).join('');
    await file.appendFile((await endsInPartialLine(file, path)) ? `\n${lines}` : lines);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function endsInPartialLine(file: FileHandle, path: string): Promise<boolean> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  if (stats.size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, stats.size - 1);
  return buffer[0] !== LINE_BREAK;
}

type ReceiverAddress = Extract<AuditAddress, { kind: 'socket' }>;

/**
 * A receiver may close TLS without reading all data, but then resets the TCP connection. A separate stream makes this
 * visible.
 */
function startTls(connection: Socket, host: string): TLSSocket {
  const stream = new Duplex({
    read: () => void connection.resume(),
    write: (chunk, _encoding, done) => void connection.write(chunk, done),
    final: (done) => void connection.end(done),
  });
  connection.on('data', (chunk) => {
    if (!stream.destroyed && !stream.push(chunk)) connection.pause();
  });
  connection.once('end', () => stream.push(null));
  connection.once('close', () => stream.destroy());
  stream.once('close', () => connection.resume());
  return connectTls({ socket: stream, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
}

/** Resolves if the receiver also closes the connection without a reset. It has then usually read everything. */
async function sendBytes(
  { host, port, isTls }: ReceiverAddress,
  bytes: Buffer,
  timeoutMs: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connection = connect({ host, port });
  const socket = isTls ? startTls(connection, host) : connection;
  const timer = setTimeout(
    () => connection.destroy(new Error(`the receiver did not confirm within ${timeoutMs / 1_000} s`)),
    timeoutMs,
  );
  let isSent = false;
  let isConfirmed = false;
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.once('finish', () => {
      isSent = true;
    });
    socket.end(bytes);
  });
  connection.once('end', () => {
    isConfirmed = isSent && connection.writableFinished;
  });
  connection.once('error', reject);
  if (isTls) socket.on('error', reject);
  connection.once('close', () =>
    isConfirmed
      ? resolve()
      : reject(new Error('the receiver closed the connection before it confirmed all events')),
  );
  socket.resume();
  await promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
    connection.destroy();
  });
}

export async function connectToReceiver(address: ReceiverAddress, timeoutMs: number): Promise<void> {
  await sendBytes(address, Buffer.alloc(0), timeoutMs);
}
