import nodeDataChannel, { type PeerConnection } from 'node-datachannel';
import type { TransportSettings } from '../messages.ts';

/** How the library's log is told. */
nodeDataChannel.initLogger('Error', () => undefined);

/** Makes the connections of this process: all of them by one port. */
export function createTransport({ port, announced, bind }: TransportSettings) {
  let count = 0;
  return {
    /** A new connection. */
    open(): PeerConnection {
      return new nodeDataChannel.PeerConnection(`${++count}`, {
        iceServers: [],
        enableIceUdpMux: true,
        portRangeBegin: port,
        portRangeEnd: port,
        disableAutoNegotiation: true,
        forceMediaTransport: true,
        ...(bind === '' ? {} : { bindAddress: bind }),
      });
    },
    /**
     * The ways to reach a connection: the announced addresses first. Clients tell theirs to nobody: the library learns of
     * them as they knock with the right password, so it never sends to an address that a stranger has named.
     */
    announcedCandidates: (): string[] =>
      announced.map(
        (address, index) => `candidate:9${index} 1 UDP ${2_130_706_431 - index} ${address} ${port} typ host`,
      ),
  };
}

export type Transport = ReturnType<typeof createTransport>;
