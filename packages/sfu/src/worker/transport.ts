import nodeDataChannel, { type PeerConnection } from 'node-datachannel';
import type { TransportSettings } from '../messages.ts';
import type { TiebreakerProxy } from './tiebreaker-proxy.ts';

/** How the library's log is told. */
nodeDataChannel.initLogger('Error', () => undefined);

/** A way to reach a connection. */
export interface ServerCandidate {
  candidate: string;
  /** It leads through the proxy, for those who come by a relay over TCP or TLS and for nobody else. */
  isRelayed: boolean;
}

/** One connection, and what its ICE goes by. */
export interface Transported {
  readonly peer: PeerConnection;
  /** It has described itself: whoever has its password may come through the proxy. */
  described(sdp: string): void;
  close(): void;
}

/** Makes the connections of this process: all of them by one port. */
export function createTransport({ port, announced, bind }: TransportSettings, proxy?: TiebreakerProxy) {
  let count = 0;

  /** A way to a connection, and the same one through the proxy. */
  function candidatesOf(candidate: string): ServerCandidate[] {
    const direct = { candidate, isRelayed: false };
    const parts = candidate.split(' ');
    if (!proxy || parts[2]?.toUpperCase() !== 'UDP' || parts[5] !== `${port}`) return [direct];
    parts[5] = `${proxy.port}`;
    return [direct, { candidate: parts.join(' '), isRelayed: true }];
  }

  return {
    open(): Transported {
      const peer = new nodeDataChannel.PeerConnection(`${++count}`, {
        iceServers: [],
        enableIceUdpMux: true,
        portRangeBegin: port,
        portRangeEnd: port,
        disableAutoNegotiation: true,
        forceMediaTransport: true,
        ...(bind === '' ? {} : { bindAddress: bind }),
      });
      let ufrag: string | undefined;
      return {
        peer,
        described(sdp) {
          const [, name] = /^a=ice-ufrag:(\S+)/m.exec(sdp) ?? [];
          const [, password] = /^a=ice-pwd:(\S+)/m.exec(sdp) ?? [];
          if (!proxy || name === undefined || password === undefined || name === ufrag) return;
          if (ufrag !== undefined) proxy.forget(ufrag);
          ufrag = name;
          proxy.admit(name, password);
        },
        close() {
          if (ufrag !== undefined) proxy?.forget(ufrag);
          peer.close();
        },
      };
    },
    candidatesOf,
    /**
     * The ways to reach a connection: the announced addresses first. Clients tell theirs to nobody: the library learns of
     * them by connectivity checks with the right password, so it never sends to an address that a stranger has named.
     */
    announcedCandidates: (): ServerCandidate[] =>
      announced.flatMap((address, index) =>
        candidatesOf(`candidate:9${index} 1 UDP ${2_130_706_431 - index} ${address} ${port} typ host`),
      ),
  };
}

export type Transport = ReturnType<typeof createTransport>;
