import nodeDataChannel, { type PeerConnection } from 'node-datachannel';
import type { TransportSettings } from '../messages.ts';
import type { TiebreakerProxy } from './tiebreaker-proxy.ts';

nodeDataChannel.initLogger('Error', () => undefined);

export interface ServerCandidate {
  candidate: string;
  isRelayed: boolean;
}

export interface OpenPeer {
  readonly peer: PeerConnection;
  setDescription(sdp: string): void;
  close(): void;
}

export function createTransport({ port, announced, bind }: TransportSettings, proxy?: TiebreakerProxy) {
  let count = 0;

  function candidatesOf(candidate: string): ServerCandidate[] {
    const direct = { candidate, isRelayed: false };
    const parts = candidate.split(' ');
    if (!proxy || parts[2]?.toUpperCase() !== 'UDP' || parts[5] !== `${port}`) return [direct];
    parts[5] = `${proxy.port}`;
    return [direct, { candidate: parts.join(' '), isRelayed: true }];
  }

  return {
    open(): OpenPeer {
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
        setDescription(sdp) {
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
     * The server needs no candidates from clients, because the library learns addresses from authenticated
     * checks.
     */
    announcedCandidates: (): ServerCandidate[] =>
      announced.flatMap((address, index) =>
        candidatesOf(`candidate:9${index} 1 UDP ${2_130_706_431 - index} ${address} ${port} typ host`),
      ),
  };
}

export type Transport = ReturnType<typeof createTransport>;
