import type { Delivery, DeliveryInput } from './deliveries.ts';
import type { Sender } from './exchange.ts';

export interface ReceiverTrial {
  make(input?: DeliveryInput): Delivery;
  sender: Sender;
  provided: { client: boolean; binder: boolean };
}

export interface ReceiverCheck {
  title: string;
  run(trial: ReceiverTrial): Promise<void>;
}

export interface ReceiverGroup {
  name: string;
  checks: ReceiverCheck[];
}

export function receiverGroup(
  name: string,
  define: (check: (title: string, run: ReceiverCheck['run']) => void) => void,
): ReceiverGroup {
  const checks: ReceiverCheck[] = [];
  define((title, run) => checks.push({ title, run }));
  return { name, checks };
}
