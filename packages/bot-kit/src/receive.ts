import type { BotEvent } from '@ringbinder/protocol';
import type { BotApi } from './api.ts';
import type { EventLedger } from './ledger.ts';
import { contextOf, type Routes } from './routing.ts';
import { ServiceError } from './service-error.ts';

export interface Reception {
  /**
   * Rejects with a handler's error. After a permanent error of the service, the event counts as handled,
   * because retries would block later events.
   */
  take(event: BotEvent, sequence: number): Promise<void>;
}

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
      const pending = running.get(name);
      if (pending) return pending;
      const handled = run(event, sequence).finally(() => running.delete(name));
      running.set(name, handled);
      return handled;
    },
  };
}
