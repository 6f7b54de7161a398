import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Longer than any textual address. Limits texts from the X-Forwarded-For header. */
const MAX_LENGTH = 64;
const GROUPS = 8;
/** A subscriber usually has a /64, whose 2^64 addresses share one limit. */
const SUBSCRIBER_GROUPS = 4;

/**
 * The caller's address behind `hops` proxies, each of which appends the address of its caller to X-Forwarded-For.
 * Ignores further entries, which callers can forge.
 */
export function forwardedAddress(request: IncomingMessage, hops: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const addresses = [request.socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses[Math.min(hops, addresses.length - 1)] ?? '';
}

/** The rate-limit key of an address: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // The URL parser canonicalizes: lower-case hexadecimal without leading zeros.
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, SUBSCRIBER_GROUPS).join(':')}::/64`;
}
