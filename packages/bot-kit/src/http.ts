import type { BotEvent } from '@ringbinder/protocol';
import { type AccountLink, readAccountLink } from './account-link.ts';
import type { Reception } from './receive.ts';
import { verifyDelivery } from './webhook.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface IncomingRequest {
  method: string;
  url: string;
  header(name: string): string | null;
  body: string;
}

export interface Address {
  clientId: string;
  clientSecret: string;
  webhookSecrets: readonly string[];
  reception: Reception;
  link?: (link: AccountLink) => string | undefined | Promise<string | undefined>;
  onError(error: unknown): void;
  now(): number;
}

export async function answerRequest(request: IncomingRequest, address: Address): Promise<Answer> {
  try {
    if (request.method === 'POST') return await answerDelivery(request, address);
    if (request.method === 'GET') return await answerLink(request, address);
    return text(405, 'POST an event, or GET an account link');
  } catch (error) {
    address.onError(error);
    return text(500, 'the bot failed; send it again later');
  }
}

async function answerDelivery(request: IncomingRequest, address: Address): Promise<Answer> {
  const headers = {
    id: request.header('webhook-id'),
    timestamp: request.header('webhook-timestamp'),
    signature: request.header('webhook-signature'),
  };
  try {
    verifyDelivery(address.webhookSecrets, headers, request.body, address.now());
  } catch (error) {
    return text(401, (error as Error).message);
  }
  const sequence = Number(request.header('ringbinder-sequence'));
  const isTest = request.header('ringbinder-test') === 'true';
  if (isTest) return text(200, 'ok');
  if (!Number.isSafeInteger(sequence) || sequence < 1)
    return text(400, 'ringbinder-sequence is not a whole number');
  const event = parseEvent(request.body);
  if (!event) return text(400, 'the body is not an event');
  if (event.client_id !== address.clientId) return text(400, 'the event is for another bot');
  await address.reception.take(event, sequence);
  return text(200, 'ok');
}

function parseEvent(body: string): BotEvent | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as BotEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** Protects the token in the link's address from caches and other sites. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

async function answerLink(request: IncomingRequest, address: Address): Promise<Answer> {
  const query = new URL(request.url, 'http://bot').searchParams;
  if (query.get('message_type') !== 'account_link' || !address.link)
    return text(404, 'there is nothing here');
  const token = query.get('account_link_token') ?? '';
  let link: AccountLink;
  try {
    link = readAccountLink(token, address, address.now());
  } catch (error) {
    return text(412, (error as Error).message);
  }
  const next = await address.link(link);
  if (next !== undefined && !/^[\x21-\x7e]+$/.test(next))
    throw new TypeError(
      'the handler of an account link must return an address, with escapes for characters outside ASCII',
    );
  if (next !== undefined) return { status: 303, headers: { ...PRIVATE, location: next }, body: '' };
  const headers = { ...PRIVATE, 'content-type': 'text/html; charset=utf-8' };
  return { status: 200, headers, body: CLOSING_PAGE };
}

const CLOSING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Linked</title>
<p>The accounts are linked. You can close this window.</p><script>window.close()</script></html>`;

function text(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
