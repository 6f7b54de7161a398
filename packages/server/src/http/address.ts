import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Longer than any address. X-Forwarded-For can contain any text. */
const MAX_LENGTH = 64;
const GROUPS = 8;
/** A subscriber usually has one /64 network of IPv6 addresses. */
const SUBSCRIBER_GROUPS = 4;

/** Clients can forge all entries that the `hops` proxies did not append. */
export function forwardedAddress(request: IncomingMessage, hops: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const addresses = [request.socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses[Math.min(hops, addresses.length - 1)] ?? '';
}

export function addressKey(address: string): string {
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, SUBSCRIBER_GROUPS).join(':')}::/64`;
}
