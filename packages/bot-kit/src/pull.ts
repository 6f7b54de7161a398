import { setTimeout as delay } from 'node:timers/promises';
import type { BotEvent } from '@ringbinder/protocol';
import type { BotApi } from './api.ts';
import type { EventLedger } from './ledger.ts';
import type { Reception } from './receive.ts';

/** How long one call waits for the next event, seconds. */
const WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** How to pull. */
export interface PullOptions {
  /** The org in which the bot is enabled. */
  orgId: string;
  /** Ends the pulling. */
  signal: AbortSignal;
  /** Told of what goes wrong; pulling goes on. An event whose handler fails is tried again until it succeeds. */
  onError?(error: unknown): void;
}

interface PulledPage {
  events: { sequence: number; message: BotEvent }[];
  next: number;
}

/**
 * Pulls the events of an org, in order, until `signal` aborts: for a bot that the service cannot reach. Goes on where
 * the ledger says that it was.
 */
export async function pullEvents(
  { orgId, signal, onError }: PullOptions,
  api: BotApi,
  ledger: EventLedger,
  reception: Reception,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const after = await ledger.cursor(orgId);
      const path = `apps/events?after=${after}&wait=${WAIT_SECONDS}`;
      const page = await api.call<PulledPage>('GET', path, { signal });
      for (const { sequence, message } of page.events) {
        if (signal.aborted) return;
        await reception.take(message, sequence);
        await ledger.moveCursor(orgId, sequence);
      }
      pause = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return;
      onError?.(error);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}
