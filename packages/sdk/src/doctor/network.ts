import { type Finding, note, warning } from './finding.ts';

interface NetworkFacts {
  ice_servers: { urls: string[]; username?: string; credential?: string }[];
  engine: 'embedded' | 'livekit';
  answer: string | null;
  candidates: { candidate: string; mid: string; is_relayed: boolean }[];
}

/** Long enough for several retries of the browser. */
const TIMEOUT_MS = 6_000;
const GUIDE = 'The operating guide lists the ports to open in the firewall.';

function transportOf(url: string): 'UDP' | 'TCP' | 'TLS' {
  if (url.startsWith('turns:')) return 'TLS';
  return url.endsWith('transport=tcp') ? 'TCP' : 'UDP';
}

const unknown = (why: string, mend: string): Finding[] => [note('meets_unknown', why, mend)];

export async function checkNetwork(base: string, token: string | undefined): Promise<Finding[]> {
  if (!('RTCPeerConnection' in globalThis))
    return unknown(
      'This browser has no WebRTC, so it cannot join meetings.',
      'Use another browser for meetings.',
    );
  if (!token)
    return unknown(
      'Whether UDP or a TURN server can be reached is only known with an access token.',
      'Pass access_token to Service.init, or open More, Connection details in a meeting.',
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
        `Whether meeting media gets through is not known: the server ${answer ? `answered ${answer.status}` : 'could not be reached'}.`,
        'Try again in a minute. If it keeps failing, check the server log.',
      );
    const { data } = (await answer.json()) as { data: NetworkFacts };
    const relays = data.ice_servers.flatMap(({ urls, ...rest }) =>
      urls.filter((url) => url.startsWith('turn')).map((url) => ({ ...rest, urls: [url] })),
    );
    const [direct, ...reached] = await Promise.all([connects(peer, data), ...relays.map(relaysBy)]);
    return findingsOf(
      data,
      direct,
      relays.map(({ urls: [url = ''] }, index) => ({ url, isReached: reached[index] === true })),
    );
  } finally {
    peer.close();
  }
}

async function connects(peer: RTCPeerConnection, facts: NetworkFacts): Promise<number | undefined> {
  if (facts.answer === null) return undefined;
  const isThere = new Promise<boolean>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, false);
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

async function relaysBy(server: RTCIceServer): Promise<boolean> {
  const peer = new RTCPeerConnection({ iceServers: [server], iceTransportPolicy: 'relay' });
  try {
    peer.createDataChannel('');
    const isThere = new Promise<boolean>((resolve) => {
      setTimeout(resolve, TIMEOUT_MS, false);
      peer.onicecandidate = ({ candidate }) => resolve(candidate?.type === 'relay');
    });
    await peer.setLocalDescription();
    return await isThere;
  } finally {
    peer.close();
  }
}

function findingsOf(
  { engine }: NetworkFacts,
  direct: number | undefined,
  relays: { url: string; isReached: boolean }[],
): Finding[] {
  const isHelped = relays.some(({ isReached }) => isReached);
  const findings = relays.map(({ url, isReached }) =>
    isReached
      ? note(
          'meets_relay',
          `The relay ${url} can be reached over ${transportOf(url)}.`,
          'No action is needed.',
        )
      : warning(
          'meets_relay_unreachable',
          `The relay ${url} cannot be reached over ${transportOf(url)}, or refuses.`,
          `Let this network reach it, and check that it runs and shares MEET_TURN_SECRET with the server. ${GUIDE}`,
        ),
  );
  if (engine !== 'embedded')
    return [
      ...findings,
      ...unknown('LiveKit carries the meeting media, and can only be reached within a meeting.', GUIDE),
    ];
  if (direct !== undefined)
    findings.push(
      note(
        'meets_udp',
        `Meeting media gets through over UDP, with a round trip of ${Math.round(direct)} ms.`,
        'No action is needed.',
      ),
    );
  else
    findings.push(
      warning(
        'meets_no_udp',
        isHelped
          ? 'UDP does not reach the media server, so meeting media takes a relay, which is slower.'
          : 'UDP does not reach the media server, so people here cannot be seen or heard in meetings.',
        `Allow UDP to the port of MEET_UDP_PORT${relays.length > 0 ? '' : ', or set up a TURN relay'}. ${GUIDE}`,
      ),
    );
  if (relays.length === 0)
    findings.push(
      note(
        'meets_no_relay',
        'The server has no TURN relay, so people in networks without UDP cannot join meetings.',
        `If you expect such people, set MEET_TURN_URLS. ${GUIDE}`,
      ),
    );
  return findings;
}
