/** Time limits of a route: after it the other route is tried, with a longer limit each time. */
const PATIENCE_MS = 3_000;
const MAX_PATIENCE_MS = 24_000;

/** A network route for media. */
export interface Route {
  /** Only TURN over TCP or TLS. */
  readonly isRelayed: boolean;
  readonly configuration: RTCConfiguration;
  /** Time limit; undefined without an alternative. */
  readonly patienceMs: number | undefined;
}

/** The routes of a meet. */
export interface Routes {
  current(): Route;
  /** The route failed: new connections use the other one. */
  failed(route: Route): void;
}

function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

/** Servers with matching addresses, reduced to those. */
function having(servers: readonly RTCIceServer[], fits: (url: string) => boolean): RTCIceServer[] {
  return servers.flatMap((server) => {
    const urls = [server.urls].flat().filter(fits);
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });
}

/**
 * Media uses UDP, directly or relayed; where UDP is blocked, a relay over TCP or TLS. These are separate connections
 * instead of candidates of one: traffic of such a relay must reach another port of the server, but ICE would pair it
 * with the first port too.
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
      // Camera and microphone fail one after the other; the second failure adds nothing.
      if (route.patienceMs === undefined || route.isRelayed !== isRelayed) return;
      isRelayed = !isRelayed;
      patienceMs = Math.min(MAX_PATIENCE_MS, patienceMs * 1.5);
    },
  };
}
