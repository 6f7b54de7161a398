import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { PrivateTargetRefused } from './refusal.ts';

export type Resolve = (name: string) => Promise<string[]>;

const resolveByDns: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

const ADDRESS_TIMEOUT_SHARE = 0.2;
const MAX_ADDRESSES = 4;

/**
 * Checks all addresses of a host name, the connected peer, and an address in the URL, which undici's `lookup`
 * hook would not see. Fails with PrivateTargetRefused.
 */
export function guardedConnect(
  { allowsPrivate, timeoutMs }: { allowsPrivate: boolean; timeoutMs: number },
  resolve: Resolve = resolveByDns,
): buildConnector.connector {
  const connectLast = buildConnector({ timeout: timeoutMs });
  const connectBriefly = buildConnector({ timeout: timeoutMs * ADDRESS_TIMEOUT_SHARE });
  const mayReach = (address: string) => allowsPrivate || isPublicAddress(address);

  async function resolvePublic(name: string): Promise<string[]> {
    const host = name.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (addresses.length === 0 || !addresses.every(mayReach)) throw new PrivateTargetRefused();
    return addresses.slice(0, MAX_ADDRESSES);
  }

  return (options, callback) => {
    const { hostname, servername } = options;
    const attempt = ([address = '', ...others]: string[]): void => {
      const target = { ...options, hostname: address, servername: servername || tlsNameOf(hostname) };
      const connect = others.length > 0 ? connectBriefly : connectLast;
      connect(target as buildConnector.Options, (error, socket) => {
        if (error) return others.length > 0 ? attempt(others) : callback(error, null);
        const peer = (socket as Socket).remoteAddress ?? '';
        if (mayReach(peer)) return callback(null, socket);
        (socket as Socket).destroy();
        callback(new PrivateTargetRefused(), null);
      });
    };
    resolvePublic(hostname).then(attempt, (error: Error) => callback(error, null));
  };
}

function tlsNameOf(hostname: string): string {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) ? '' : hostname;
}
