import type { components } from '@ringbinder/client';
import { NONE } from '../table.tsx';

export type Delivery = components['schemas']['BotDelivery'];
export type Attempt = components['schemas']['DeliveryAttempt'];

export function Answer({ of }: { of: Attempt | null }) {
  if (!of) return <span class="muted">{NONE}</span>;
  const isGood = of.status !== null && of.status < 300;
  return <span class={isGood ? 'number' : 'number wrong'}>{of.status ?? of.reason}</span>;
}
