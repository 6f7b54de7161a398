import type { Delivery, DeliveryInput } from './deliveries.ts';
import type { Sender } from './exchange.ts';

/** What a check of a receiver works with. */
export interface ReceiverTrial {
  make(input?: DeliveryInput): Delivery;
  sender: Sender;
  /** Whether the events name a bot app, and a binder, that were given and not made up. */
  given: { client: boolean; binder: boolean };
}

/** One thing that is tried on a receiver. */
export interface ReceiverCheck {
  title: string;
  /** Throws a Failure when the receiver does something else, NotApplicable when it cannot be tried. */
  run(trial: ReceiverTrial): Promise<void>;
}

/** The checks of one kind. */
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
