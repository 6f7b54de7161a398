import { type Finding, note, warning } from './finding.ts';

/** The server's data for the network check. */
interface NetworkFacts {
  ice_servers: { urls: string[]; username?: string; credential?: string }[];
  engine: 'embedded' | 'livekit';
  answer: string | null;
  candidates: { candidate: string; mid: string; is_relayed: boolean }[];
}

/** A route counts as closed after this time, in which browsers retry several times. */
const PATIENCE_MS = 6_000;
const GUIDE = 'The guide to operating tells what the firewall lets in.';

/** The transport of a relay. */
function transportOf(url: string): 'UDP' | 'TCP' | 'TLS' {
  if (url.startsWith('turns:')) return 'TLS';
  return url.endsWith('transport=tcp') ? 'TCP' : 'UDP';
}

const unknown = (why: string, mend: string): Finding[] => [note('meets_unknown', why, mend)];

/**
 * Checks the media routes without a meet: UDP to the media engine, and each relay by its transport.
 * @param base of the API
 * @param token of a signed-in user
 */
export async function lookAtNetwork(base: string, token: string | undefined): Promise<Finding[]> {
  if (!('RTCPeerConnection' in globalThis))
    return unknown('This browser has no WebRTC, so no meet is held in it.', 'Use another browser for meets.');
  if (!token)
    return unknown(
      'Whether UDP or a TURN server can be reached is told with a token alone.',
      'Pass access_token to Service.init, or look within a meet, under More, What is wrong with my connection.',
    );
  const peer = new RTCPeerConnection();
  try {
    peer.addTransceiver('audio', { direction: 'sendonly' });
    await peer.setLocalDescription();
    const answer = await fetch(`${base}/meets/network`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sdp: peer.localDescription?.sdp }),
      credentials: 'omit',
      signal: AbortSignal.timeout(12_000),
    }).catch(() => undefined);
    if (!answer?.ok)
      return unknown(
        `Whether media of meets gets through is not known: the server ${answer ? `answered ${answer.status}` : 'could not be asked'}.`,
        'Try again in a minute; if it stays so, look into the log of the server.',
      );
    const { data } = (await answer.json()) as { data: NetworkFacts };
    const relays = data.ice_servers.flatMap(({ urls, ...rest }) =>
      urls.filter((url) => url.startsWith('turn')).map((url) => ({ ...rest, urls: [url] })),
    );
    const [direct, ...reached] = await Promise.all([connects(peer, data), ...relays.map(relaysBy)]);
    return tell(
      data,
      direct,
      relays.map(({ urls: [url = ''] }, index) => ({ url, isReached: reached[index] === true })),
    );
  } finally {
    peer.close();
  }
}

/** UDP round trip in milliseconds; undefined if blocked. */
async function connects(peer: RTCPeerConnection, facts: NetworkFacts): Promise<number | undefined> {
  if (facts.answer === null) return undefined;
  const isThere = new Promise<boolean>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, false);
    peer.oniceconnectionstatechange = () => {
      if (/connected|completed/.test(peer.iceConnectionState)) resolve(true);
      if (peer.iceConnectionState === 'failed') resolve(false);
    };
  });
  await peer.setRemoteDescription({ type: 'answer', sdp: facts.answer });
  for (const { candidate, mid, is_relayed } of facts.candidates)
    if (!is_relayed) await peer.addIceCandidate({ candidate, sdpMid: mid }).catch(() => undefined);
  if (!(await isThere)) return undefined;
  for (const report of (await peer.getStats()).values())
    if (report.type === 'candidate-pair' && report.currentRoundTripTime !== undefined)
      return report.currentRoundTripTime * 1_000;
  return 0;
}

/** Whether a relay provides an address. */
async function relaysBy(server: RTCIceServer): Promise<boolean> {
  const peer = new RTCPeerConnection({ iceServers: [server], iceTransportPolicy: 'relay' });
  try {
    peer.createDataChannel('');
    const isThere = new Promise<boolean>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, false);
      peer.onicecandidate = ({ candidate }) => resolve(candidate?.type === 'relay');
    });
    await peer.setLocalDescription();
    return await isThere;
  } finally {
    peer.close();
  }
}

function tell(
  { engine }: NetworkFacts,
  direct: number | undefined,
  relays: { url: string; isReached: boolean }[],
): Finding[] {
  const isHelped = relays.some(({ isReached }) => isReached);
  const found = relays.map(({ url, isReached }) =>
    isReached
      ? note('meets_relay', `The relay ${url} is reached by ${transportOf(url)}.`, 'Nothing has to be done.')
      : warning(
          'meets_relay_unreachable',
          `The relay ${url} is not reached by ${transportOf(url)}, or refuses.`,
          `Let this network reach it, and look whether it runs and shares MEET_TURN_SECRET with the server. ${GUIDE}`,
        ),
  );
  if (engine !== 'embedded')
    return [
      ...found,
      ...unknown('LiveKit carries the media of meets, and is reached within a meet alone.', GUIDE),
    ];
  if (direct !== undefined)
    found.push(
      note(
        'meets_udp',
        `Media of meets gets through by UDP, to and fro in ${Math.round(direct)} ms.`,
        'Nothing has to be done.',
      ),
    );
  else
    found.push(
      warning(
        'meets_no_udp',
        isHelped
          ? 'UDP does not get through to the media of meets: it goes by a relay, which is slower.'
          : 'UDP does not get through to the media of meets, so nobody here is seen or heard.',
        `Let UDP through to the port of MEET_UDP_PORT${relays.length > 0 ? '' : ', or set up a TURN relay'}. ${GUIDE}`,
      ),
    );
  if (relays.length === 0)
    found.push(
      note(
        'meets_no_relay',
        'The server names no TURN relay: who is in a network without UDP cannot take part in meets.',
        `Set MEET_TURN_URLS where such people are expected. ${GUIDE}`,
      ),
    );
  return found;
}
