import { setTimeout as delay } from 'node:timers/promises';
import type { BotEvent } from '@ringbinder/protocol';
import type { BotApi } from './api.ts';
import type { EventLedger } from './ledger.ts';
import type { Reception } from './receive.ts';
import { ServiceError } from './service-error.ts';

const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

export interface PullOptions {
  orgId: string;
  signal: AbortSignal;
  /** Called with each error. Pulling continues, and retries a failed event until it succeeds. */
  onError?(error: unknown): void;
}

/** The service deleted events before this bot pulled them. It stores events for 30 days. */
export class EventsLost extends Error {
  readonly first: number;
  readonly last: number;

  constructor(first: number, last: number) {
    super(`the events ${first} to ${last} are no longer stored; pulling continues after them`);
    this.name = 'EventsLost';
    this.first = first;
    this.last = last;
  }
}

interface PulledPage {
  events: { sequence: number; message: BotEvent }[];
  next: number;
}

export async function pullEvents(
  { orgId, signal, onError }: PullOptions,
  api: BotApi,
  ledger: EventLedger,
  reception: Reception,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const { events, lost } = await pullAfter(api, await ledger.cursor(orgId), signal);
      if (lost) onError?.(lost);
      for (const { sequence, message } of events) {
        if (signal.aborted) return;
        await reception.take(message, sequence);
        await ledger.moveCursor(orgId, sequence);
      }
      pause = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return;
      onError?.(error);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }
}

async function pullAfter(
  api: BotApi,
  after: number,
  signal: AbortSignal,
): Promise<Pick<PulledPage, 'events'> & { lost?: EventsLost }> {
  const pull = (query: string) => api.call<PulledPage>('GET', `apps/events?${query}`, { signal });
  try {
    return await pull(`after=${after}&wait=${WAIT_SECONDS}`);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 412)) throw error;
    const { events } = await pull('after=0');
    const [oldest] = events;
    if (!oldest || oldest.sequence <= after + 1) throw error;
    return { events, lost: new EventsLost(after + 1, oldest.sequence - 1) };
  }
}
