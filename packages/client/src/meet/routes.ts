/**
 * Time limits for connecting over a route. After the limit, the other route is tried, with a longer limit each time.
 */
const PATIENCE_MS = 3_000;
const MAX_PATIENCE_MS = 24_000;

export interface Route {
  /** Whether media uses only TURN over TCP or TLS. */
  readonly isRelayed: boolean;
  readonly configuration: RTCConfiguration;
  /** Time limit for connecting; undefined if there is no other route. */
  readonly patienceMs: number | undefined;
}

export interface Routes {
  current(): Route;
  /** Reports that a route failed. New connections then use the other route. */
  failed(route: Route): void;
}

function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

/** Returns the servers with addresses that fit, reduced to those addresses. */
function having(servers: readonly RTCIceServer[], fits: (url: string) => boolean): RTCIceServer[] {
  return servers.flatMap((server) => {
    const urls = [server.urls].flat().filter(fits);
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });
}

/**
 * Selects between two routes: UDP, directly or relayed; and a relay over TCP or TLS where UDP is blocked. The routes
 * are separate connections, not candidates of one. The relay's traffic must reach another port of the server, but ICE
 * would pair it with the first port too.
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
      // When camera and microphone fail on the same route, only the first failure counts.
      if (route.patienceMs === undefined || route.isRelayed !== isRelayed) return;
      isRelayed = !isRelayed;
      patienceMs = Math.min(MAX_PATIENCE_MS, patienceMs * 1.5);
    },
  };
}
