import { Failure } from '../failure.ts';
import type { ReceiverTrial } from './check.ts';
import type { Delivery } from './deliveries.ts';
import type { Exchange, SendOptions } from './exchange.ts';

const GONE = 410;
const MAX_SHOWN_LENGTH = 120;

/** @param what the delivery's name in the report */
export async function expectAccepted(
  { sender }: ReceiverTrial,
  what: string,
  delivery: Delivery,
  options?: SendOptions,
): Promise<void> {
  const exchange = await sender.post(delivery, options);
  const { status } = exchange;
  if (status === null || status < 200 || status > 299)
    throw new Failure(`2xx to ${what}`, describeExchange(exchange));
}

export async function expectRefused(
  { sender }: ReceiverTrial,
  what: string,
  delivery: Delivery,
): Promise<void> {
  expectRefusal(what, await sender.post(delivery));
}

/** Returns true for 4xx except 410. A 5xx means a crash, and 410 ends all deliveries. */
export function isRefusal({ status }: Exchange): boolean {
  return status !== null && status >= 400 && status < 500 && status !== GONE;
}

export function expectRefusal(what: string, exchange: Exchange): void {
  if (!isRefusal(exchange)) throw new Failure(`4xx (not 410) to ${what}`, describeExchange(exchange));
}

export function describeExchange({ id, status, text, ms }: Exchange): string {
  const about = id === '' ? '' : ` (webhook-id ${id})`;
  if (status === null) return `${text}${about}`;
  const line = text.replace(/\s+/g, ' ').trim();
  const quoted =
    line === '' ? '' : ` “${line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}…` : line}”`;
  return `${status}${quoted} after ${Math.round(ms)} ms${about}`;
}
