import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { type BotEvent, verifyDelivery } from '@ringbinder/bot-kit';
import type { EventKind, EventOf } from '@ringbinder/protocol';

export interface EventFilter<Kind extends EventKind = EventKind> {
  message_type?: Kind;
  binder_id?: string;
}

export interface ReceivedEvent {
  event: BotEvent;
  /** Number in the bot's log. */
  sequence: number;
  /** Time of delivery by the service's clock. */
  sentAt: Date;
}

export interface EventLog {
  url: string;
  readonly all: readonly ReceivedEvent[];
  /**
   * Skips events that `next` has returned before. After `timeoutMs`, rejects with a list of the events that
   * have arrived.
   */
  next<Kind extends EventKind>(filter?: EventFilter<Kind>, timeoutMs?: number): Promise<EventOf<Kind>>;
  /** Waits for these events in this order, and ignores others. */
  expect(...kinds: readonly EventKind[]): Promise<void>;
  failNext(times: number, status?: number): void;
  close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;

/** Rejects deliveries with wrong signatures. */
export async function listenForEvents(secretOf: () => string, now: () => Promise<Date>): Promise<EventLog> {
  const all: ReceivedEvent[] = [];
  const returned = new Set<ReceivedEvent>();
  const waiting = new Set<() => void>();
  let failures = { left: 0, status: 503 };

  async function take(headers: Headers, body: string): Promise<number> {
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      headers.get(`webhook-${name}`),
    );
    const signed = { id: id ?? null, timestamp: timestamp ?? null, signature: signature ?? null };
    try {
      verifyDelivery([secretOf()], signed, body, (await now()).getTime());
    } catch {
      return 401;
    }
    if (failures.left > 0) {
      failures = { ...failures, left: failures.left - 1 };
      return failures.status;
    }
    const sequence = Number(headers.get('ringbinder-sequence'));
    if (all.some((other) => other.sequence === sequence)) return 204;
    all.push({ event: JSON.parse(body) as BotEvent, sequence, sentAt: new Date(Number(timestamp) * 1000) });
    for (const look of waiting) look();
    return 204;
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    response.writeHead(await take(headers, Buffer.concat(chunks).toString()).catch(() => 500)).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');

  const find = (filter: EventFilter) =>
    all.find(
      (received) =>
        !returned.has(received) &&
        Object.entries(filter).every(([name, value]) =>
          isDeepStrictEqual((received.event as unknown as Record<string, unknown>)[name], value),
        ),
    );

  async function next(filter: EventFilter, timeoutMs: number): Promise<BotEvent> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => find(filter) && resolve();
    const timer = setTimeout(resolve, timeoutMs);
    waiting.add(look);
    look();
    await promise;
    clearTimeout(timer);
    waiting.delete(look);
    const match = find(filter);
    if (match) {
      returned.add(match);
      return match.event;
    }
    const came = all.map((each) => each.event.message_type).join(', ') || 'none';
    throw new Error(`no event ${JSON.stringify(filter)} came in ${timeoutMs} ms; there were: ${came}`);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    all,
    next: (filter = {}, timeoutMs = TIMEOUT_MS) => next(filter, timeoutMs) as never,
    async expect(...kinds) {
      for (const message_type of kinds) await next({ message_type }, TIMEOUT_MS);
    },
    failNext(times, status = 503) {
      failures = { left: times, status };
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
