import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';

export type Delivery = components['schemas']['BotDelivery'];
export type Attempt = components['schemas']['DeliveryAttempt'];

export function Answer({ of }: { of: Attempt | null }) {
  if (!of) return <span class="muted">{text.none}</span>;
  const isGood = of.status !== null && of.status < 300;
  return <span class={isGood ? 'number' : 'number wrong'}>{of.status ?? of.reason}</span>;
}
