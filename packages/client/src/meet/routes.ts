const TIMEOUT_MS = 3_000;
const MAX_TIMEOUT_MS = 24_000;

export interface Route {
  /** True if media passes only through a TURN server over TCP or TLS. */
  readonly isRelayed: boolean;
  readonly configuration: RTCConfiguration;
  /** After this time, the sender or receiver tries the other route. Undefined if only one route exists. */
  readonly timeoutMs: number | undefined;
}

export interface Routes {
  current(): Route;
  failed(route: Route): void;
}

function isOverTcp(url: string): boolean {
  return url.endsWith('transport=tcp') || (url.startsWith('turns:') && !url.endsWith('transport=udp'));
}

function having(servers: readonly RTCIceServer[], fits: (url: string) => boolean): RTCIceServer[] {
  return servers.flatMap((server) => {
    const urls = [server.urls].flat().filter(fits);
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });
}

/** Alternates between UDP and a TURN server over TCP or TLS, because some networks block UDP. */
export function createRoutes(iceServers: () => readonly RTCIceServer[]): Routes {
  let isRelayed = false;
  let timeoutMs = TIMEOUT_MS;
  return {
    current() {
      const relays = having(iceServers(), isOverTcp);
      const hasOther = relays.length > 0;
      if (hasOther && isRelayed)
        return { isRelayed, timeoutMs, configuration: { iceServers: relays, iceTransportPolicy: 'relay' } };
      const others = having(iceServers(), (url) => !isOverTcp(url));
      return {
        isRelayed: false,
        timeoutMs: hasOther ? timeoutMs : undefined,
        configuration: { iceServers: others },
      };
    },
    failed(route) {
      // Concurrent failures on one route count once.
      if (route.timeoutMs === undefined || route.isRelayed !== isRelayed) return;
      isRelayed = !isRelayed;
      timeoutMs = Math.min(MAX_TIMEOUT_MS, timeoutMs * 1.5);
    },
  };
}
