/** Host names that resolve only inside a network. */
const INSIDE = /^[^.:]+$|\.(localhost|local|internal|lan|home\.arpa)$/;
/** Loopback, private, link-local and shared ranges. */
const IPV4 =
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, unique local and link-local. */
const IPV6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

/** An IPv4 address inside of an IPv6 address, which URL writes as two hexadecimal groups. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

export function seemsPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const hostname = unmapped(new URL(address).hostname);
  return IPV6.test(hostname) || IPV4.test(hostname) || INSIDE.test(hostname);
}

function unmapped(hostname: string): string {
  const groups = MAPPED.exec(hostname)
    ?.slice(1)
    .map((group) => Number.parseInt(group, 16));
  return groups?.flatMap((group) => [group >> 8, group & 255]).join('.') ?? hostname;
}
