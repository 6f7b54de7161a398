import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Longer than any address in text; behind a proxy the text comes from a header. */
const MAX_LENGTH = 64;
const GROUPS = 8;
/** The groups of a /64, which is what one subscriber gets: who has one has 2^64 addresses. */
const SUBSCRIBER_GROUPS = 4;

/** The address of who calls, behind so many proxies that each add their caller's. What else the header says is not believed. */
export function forwardedAddress(request: IncomingMessage, hops: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const addresses = [request.socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses[Math.min(hops, addresses.length - 1)] ?? '';
}

/** What calls are counted by for an address: an IPv4 address itself, of an IPv6 address its first 64 bits. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address.slice(0, MAX_LENGTH);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // The URL parser writes an address in its one canonical form: hexadecimal, in small letters, without leading zeros.
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, SUBSCRIBER_GROUPS).join(':')}::/64`;
}
