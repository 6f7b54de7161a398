import type { Delivery, DeliveryInput } from './deliveries.ts';
import type { Sender } from './exchange.ts';

export interface ReceiverTrial {
  make(input?: DeliveryInput): Delivery;
  sender: Sender;
  /** Whether the events name a bot app, and a binder, that were given and not made up. */
  given: { client: boolean; binder: boolean };
}

export interface ReceiverCheck {
  title: string;
  /** Throws a Failure for wrong behaviour, NotApplicable if the check is impossible. */
  run(trial: ReceiverTrial): Promise<void>;
}

export interface ReceiverGroup {
  name: string;
  checks: ReceiverCheck[];
}

/** A group of checks, written as a table: `check('the same delivery again …', async (t) => …)`. */
export function receiverGroup(
  name: string,
  define: (check: (title: string, run: ReceiverCheck['run']) => void) => void,
): ReceiverGroup {
  const checks: ReceiverCheck[] = [];
  define((title, run) => checks.push({ title, run }));
  return { name, checks };
}
