import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { PrivateTargetRefused } from './refusal.ts';

/** Resolves a name; `node:dns` by default. */
export type Resolve = (name: string) => Promise<string[]>;

const resolveByDns: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** Share of a call's timeout for each address except the last. */
const PART_FOR_ONE = 0.2;
const MAX_ADDRESSES = 4;

/**
 * Connects only to public addresses. Checks a literal, all addresses of a name, and the connected peer again, so that
 * DNS cannot change in between. undici's `lookup` hook does not see literals. Tries the other addresses of a name if
 * the first is unreachable.
 * @param allowsPrivate also connects within private networks; then only the form of the URL is checked
 */
export function guardedConnect(
  { allowsPrivate, timeoutMs }: { allowsPrivate: boolean; timeoutMs: number },
  resolve: Resolve = resolveByDns,
): buildConnector.connector {
  const connectLast = buildConnector({ timeout: timeoutMs });
  const connectOne = buildConnector({ timeout: timeoutMs * PART_FOR_ONE });
  const mayReach = (address: string) => allowsPrivate || isPublicAddress(address);

  async function choose(name: string): Promise<string[]> {
    const host = name.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(host) ? [host] : await resolve(host);
    // A private address among public ones is an attack.
    if (addresses.length === 0 || !addresses.every(mayReach)) throw new PrivateTargetRefused();
    return addresses.slice(0, MAX_ADDRESSES);
  }

  return (options, callback) => {
    const { hostname, servername } = options;
    const attempt = ([address = '', ...others]: string[]): void => {
      const target = { ...options, hostname: address, servername: servername || nameFor(hostname) };
      const connect = others.length > 0 ? connectOne : connectLast;
      connect(target as buildConnector.Options, (error, socket) => {
        if (error) return others.length > 0 ? attempt(others) : callback(error, null);
        const peer = (socket as Socket).remoteAddress ?? '';
        if (mayReach(peer)) return callback(null, socket);
        (socket as Socket).destroy();
        callback(new PrivateTargetRefused(), null);
      });
    };
    choose(hostname).then(attempt, (error: Error) => callback(error, null));
  };
}

/** The name that the certificate must match; empty for a literal address. */
function nameFor(hostname: string): string {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) ? '' : hostname;
}
