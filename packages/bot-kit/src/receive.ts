import type { BotEvent } from '@ringbinder/protocol';
import type { BotApi } from './api.ts';
import type { EventLedger } from './ledger.ts';
import { contextOf, type Routes } from './routing.ts';

/** Deals with events, each once. */
export interface Reception {
  /**
   * Runs the handlers, unless the event has been dealt with already; two deliveries of one event at once share one run.
   * Rejects with what a handler rejects with; the event then counts as not dealt with.
   */
  take(event: BotEvent, sequence: number): Promise<void>;
}

/** Puts routes and a ledger together. */
export function createReception(
  routes: Routes,
  ledger: EventLedger,
  apiOf: (orgId: string) => BotApi,
): Reception {
  const running = new Map<string, Promise<void>>();

  async function run(event: BotEvent, sequence: number): Promise<void> {
    const place = { orgId: event.org_id, sequence };
    if (await ledger.has(place)) return;
    await routes.run(event, contextOf(event, sequence, apiOf(event.org_id)));
    await ledger.add(place);
  }

  return {
    take(event, sequence) {
      const name = `${event.org_id} ${sequence}`;
      const known = running.get(name);
      if (known) return known;
      const taken = run(event, sequence).finally(() => running.delete(name));
      running.set(name, taken);
      return taken;
    },
  };
}
