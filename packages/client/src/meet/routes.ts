/** A connection that is not there after so long is tried the other way; longer each time that fails too. */
const PATIENCE_MS = 3_000;
const MAX_PATIENCE_MS = 24_000;

/** A way by which media is tried. */
export interface Route {
  /** By TURN over TCP or TLS alone, with the candidates that are meant for that. */
  readonly isRelayed: boolean;
  readonly configuration: RTCConfiguration;
  /** After how long it counts as failed; undefined where there is no other way. */
  readonly patienceMs: number | undefined;
}

/** The ways of a meet. */
export interface Routes {
  /** The one to try now. */
  current(): Route;
  /** Nothing was reached by it: connections that are opened from now on try the other one. */
  failed(route: Route): void;
}

function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

/** Those of the servers that have an address of this kind, with those addresses alone. */
function having(servers: readonly RTCIceServer[], fits: (url: string) => boolean): RTCIceServer[] {
  return servers.flatMap((server) => {
    const urls = [server.urls].flat().filter(fits);
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });
}

/**
 * Media goes by UDP, directly or by a relay, and where no UDP gets through by a relay over TCP or TLS. These are two
 * connections and not two candidates of one: what comes by such a relay has to go to another port of the server (it is
 * mended there), and ICE would pair it with the first port too.
 */
export function createRoutes(iceServers: () => readonly RTCIceServer[]): Routes {
  let isRelayed = false;
  let patienceMs = PATIENCE_MS;
  return {
    current() {
      const relays = having(iceServers(), isOverTcp);
      const hasOther = relays.length > 0;
      if (hasOther && isRelayed)
        return { isRelayed, patienceMs, configuration: { iceServers: relays, iceTransportPolicy: 'relay' } };
      const others = having(iceServers(), (url) => !isOverTcp(url));
      return {
        isRelayed: false,
        patienceMs: hasOther ? patienceMs : undefined,
        configuration: { iceServers: others },
      };
    },
    failed(route) {
      // The camera and the microphone fail one after the other: the second tells nothing new.
      if (route.patienceMs === undefined || route.isRelayed !== isRelayed) return;
      isRelayed = !isRelayed;
      patienceMs = Math.min(MAX_PATIENCE_MS, patienceMs * 1.5);
    },
  };
}
