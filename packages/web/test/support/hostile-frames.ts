/** The algorithm is mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param participantId the victim */
export function hostileFrames(seed: number, participantId: string) {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const texts = [
    '',
    'x',
    '\u202e🙂',
    '__proto__',
    'a=candidate:1 1 UDP 1 10.0.0.1 1 typ host',
    'v=0\r\n'.repeat(500),
  ];
  const lines = [
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    'a=mid:../..',
    `a=ice-ufrag:${'a'.repeat(300)}`,
    'a=ice-ufrag:abcd',
    `a=ice-pwd:${'b'.repeat(24)}`,
    `a=fingerprint:sha-256 ${Array(32).fill('AA').join(':')}`,
    'a=fingerprint:sha-1 00',
    'a=rtpmap:96 VP8/90000',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:200 VP8/90000',
    'a=rid:q send',
    'a=simulcast:send q;h;f',
    'a=ssrc:4294967296 cname:x',
    'a=extmap:99 urn:ietf:params:rtp-hdrext:sdes:mid',
    'a=candidate:1 1 udp 2122260223 127.0.0.1 5432 typ host',
    'a=sctp-port:5000',
    '\u0001',
  ];
  const sdp = () => Array.from({ length: 12 }, () => pick(lines)).join('\r\n') || 'x';
  const frame = () => {
    const id = 1 + Math.floor(random() * 1e6);
    const connection_id = pick(['v0', 'p1', participantId.replaceAll(/\W/g, '_'), 'x'.repeat(64)]);
    const source = pick(['camera', 'microphone', 'screen', 'screen_audio']);
    return pick<object>([
      { type: 'offer', id, connection_id, source, sdp: sdp() },
      { type: 'offer', id, connection_id, source, sdp: pick(texts) || 'x' },
      { type: 'answer', connection_id, revision: id, sdp: sdp() },
      { type: 'candidate', connection_id, candidate: pick(texts).slice(0, 1_000), mid: pick(['0', '', '9']) },
      { type: 'unpublish', connection_id },
      { type: 'restart' },
      { type: 'mute', source, is_muted: random() < 0.5 },
      {
        type: 'view',
        pictures: Array(20).fill({ participant_id: participantId, source: 'camera', layer: 'high' }),
      },
      { type: 'hand', is_raised: false },
      { type: 'host', id, action: pick(['end', 'remove', 'mute', 'lock']), participant_id: participantId },
    ]);
  };

  return {
    pick,
    next: () => JSON.stringify(frame()),
    broken: () => {
      const text = JSON.stringify(frame());
      return text.slice(0, Math.floor(random() * text.length));
    },
  };
}
