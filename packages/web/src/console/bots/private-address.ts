/** Host names that resolve only inside a network. */
const INSIDE = /^[^.:]+$|\.(localhost|local|internal|lan|home\.arpa)$/;
/** Loopback, private, link-local and shared ranges. */
const IPV4 =
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, unique local and link-local. */
const IPV6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

export function seemsPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return IPV6.test(hostname) || IPV4.test(hostname) || INSIDE.test(hostname);
}
