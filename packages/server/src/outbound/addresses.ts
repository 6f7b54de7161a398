import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** ipaddr.js classifies these networks for documentation, benchmarking and relays as unicast. */
const reservedNetworks = new BlockList();
for (const [network, prefix] of [
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reservedNetworks.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
}
/** Some systems treat `::7f00:1` as loopback. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  const family = plain.kind();
  const text = plain.toString();
  if (reservedNetworks.check(text, family)) return false;
  return plain instanceof ipaddr.IPv6 ? globalUnicast.check(text, family) && !isIsatap(plain.parts) : true;
}

/** ISATAP embeds any IPv4 address after any prefix. */
function isIsatap([, , , , fourth, fifth]: number[]): boolean {
  return (fourth === 0 || fourth === 0x200) && fifth === 0x5efe;
}
