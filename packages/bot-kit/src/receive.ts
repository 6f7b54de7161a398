import type { BotEvent } from '@ringbinder/protocol';
import type { BotApi } from './api.ts';
import type { EventLedger } from './ledger.ts';
import { contextOf, type Routes } from './routing.ts';
import { ServiceError } from './service-error.ts';

/** Deals with events, each once. */
export interface Reception {
  /**
   * Runs the handlers, unless the event has been dealt with already; two deliveries of one event at once share one run.
   * Rejects with what a handler rejects with; the event then counts as not dealt with. A refusal of the service that is
   * final is told to `onError` and the event counts as dealt with: sent again it would end the same, and until then
   * hold up what follows in its binder, or all that is pulled.
   */
  take(event: BotEvent, sequence: number): Promise<void>;
}

/** Puts routes and a ledger together. */
export function createReception(
  routes: Routes,
  ledger: EventLedger,
  apiOf: (orgId: string) => BotApi,
  onError: (error: unknown) => void,
): Reception {
  const running = new Map<string, Promise<void>>();

  async function run(event: BotEvent, sequence: number): Promise<void> {
    const position = { orgId: event.org_id, sequence };
    if (await ledger.has(position)) return;
    try {
      await routes.run(event, contextOf(event, sequence, apiOf(event.org_id)));
    } catch (error) {
      if (!(error instanceof ServiceError && error.isFinal)) throw error;
      onError(error);
    }
    await ledger.add(position);
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
