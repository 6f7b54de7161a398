import { write } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import type { AuditAddress } from '../../../config/audit-address.ts';
import type { OcsfEvent } from './ocsf.ts';

/** Less than the lease of the process that sends. */
export const SEND_TIMEOUT_MS = 15_000;
const STDOUT = 1;
/** RFC 5424: facility 13 is the audit log; notice and warning. */
const FACILITY = 13 * 8;
const NOTICE = 5;
const WARNING = 4;
const MEDIUM = 3;

/**
 * Sends events in order. Resolves once the receiver has all of them, and rejects if that is unknown.
 * @param timeoutMs for a connection with all it sends
 */
export async function sendEvents(
  address: AuditAddress,
  events: readonly OcsfEvent[],
  timeoutMs = SEND_TIMEOUT_MS,
): Promise<void> {
  if (address.kind === 'stdout') return writeLines(events);
  if (address.kind === 'file') return append(address.path, events);
  const frame = address.format === 'syslog' ? syslogFrame : lineOf;
  await sendBytes(address, Buffer.from(events.map(frame).join('')), timeoutMs);
}

const lineOf = (event: OcsfEvent) => `${JSON.stringify(event)}\n`;

/** With octet counting (RFC 5425, RFC 6587). */
function syslogFrame(event: OcsfEvent): string {
  const priority = FACILITY + (event.severity_id < MEDIUM ? NOTICE : WARNING);
  const time = new Date(event.time).toISOString();
  const header = `<${priority}>1 ${time} ${hostname()} ringbinder ${process.pid} ${event.metadata.event_code} -`;
  const message = `${header} ${JSON.stringify(event)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/** Line by line, so that lines of the log come between them and not within. */
async function writeLines(events: readonly OcsfEvent[]): Promise<void> {
  for (const event of events)
    for (let rest = Buffer.from(lineOf(event)); rest.length > 0; ) {
      const { bytesWritten } = await promisify(write)(STDOUT, rest);
      rest = rest.subarray(bytesWritten);
    }
}

/** Opens the file each time, because a rotation may have renamed it. */
async function append(path: string, events: readonly OcsfEvent[]): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(events.map(lineOf).join(''));
    await file.datasync();
  } finally {
    await file.close();
  }
}

type Socket = Extract<AuditAddress, { kind: 'socket' }>;

function connectTo({ isTls, host, port }: Socket) {
  if (!isTls) return connect({ host, port });
  return connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
}

/**
 * One connection for each batch: TCP confirms nothing, but a receiver that closes the connection after our end has read
 * everything before it.
 */
async function sendBytes(address: Socket, bytes: Buffer, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectTo(address);
  const timer = setTimeout(
    () => socket.destroy(new Error(`the receiver did not confirm within ${timeoutMs / 1_000} s`)),
    timeoutMs,
  );
  let isSent = false;
  let isConfirmed = false;
  socket.once(address.isTls ? 'secureConnect' : 'connect', () => socket.end(bytes));
  socket.once('finish', () => {
    isSent = true;
  });
  socket.once('end', () => {
    isConfirmed = isSent;
  });
  socket.once('error', reject);
  socket.once('close', () =>
    isConfirmed ? resolve() : reject(new Error('the receiver closed the connection before the end')),
  );
  socket.resume();
  await promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** Connects, and verifies the certificate of `tls`. Sends nothing. */
export async function connectToReceiver(address: Socket, timeoutMs: number): Promise<void> {
  await sendBytes(address, Buffer.alloc(0), timeoutMs);
}
