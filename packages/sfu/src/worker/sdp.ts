/**
 * RFC 8866 and RFC 9429. Exact patterns extract values, so that a client's text never reaches the library's
 * C++ parser.
 */

export interface RemoteTransport {
  ufrag: string;
  password: string;
  fingerprint: string;
}

export interface SendOffer extends RemoteTransport {
  mid: string;
  kind: 'audio' | 'video';
  payloadType: number;
  rids: string[];
  extensions: { mid?: number; rid?: number; audioLevel?: number };
  ssrcs: number[];
}

/** The message is sent to the client. */
export class UnusableSdp extends Error {}

const MAX_RIDS = 3;
const MAX_SSRCS = 8;

interface Section {
  media: string;
  lines: string[];
}

function sectionsOf(sdp: string): { session: string[]; sections: Section[] } {
  const session: string[] = [];
  const sections: Section[] = [];
  for (const line of sdp.split(/\r?\n/)) {
    if (line.startsWith('m=')) sections.push({ media: line, lines: [] });
    else (sections.at(-1)?.lines ?? session).push(line);
  }
  return { session, sections };
}

function find(lines: readonly string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const captured = pattern.exec(line)?.[1];
    if (captured !== undefined) return captured;
  }
  return undefined;
}

function transportOf(session: readonly string[], section: Section): RemoteTransport {
  const lines = [...section.lines, ...session];
  const ufrag = find(lines, /^a=ice-ufrag:([A-Za-z0-9+/]{4,256})$/);
  const password = find(lines, /^a=ice-pwd:([A-Za-z0-9+/]{22,256})$/);
  const fingerprint = find(lines, /^a=fingerprint:sha-256 ((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/i);
  if (ufrag === undefined || password === undefined)
    throw new UnusableSdp('it must have a=ice-ufrag and a=ice-pwd');
  if (fingerprint === undefined) throw new UnusableSdp('it must have a=fingerprint with sha-256');
  return { ufrag, password, fingerprint: fingerprint.toUpperCase() };
}

export function readSendOffer(sdp: string): SendOffer {
  const { session, sections } = sectionsOf(sdp);
  const [section] = sections;
  if (section === undefined || sections.length !== 1)
    throw new UnusableSdp('it must have exactly one media section: each source has a connection of its own');
  const kind = /^m=(audio|video) \d{1,5} UDP\/TLS\/RTP\/SAVPF [\d ]+$/.exec(section.media)?.[1] as
    | SendOffer['kind']
    | undefined;
  if (kind === undefined) throw new UnusableSdp('it must be of audio or video over UDP/TLS/RTP/SAVPF');
  const codec =
    kind === 'audio' ? /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i : /^a=rtpmap:(\d{1,3}) VP8\/90000$/i;
  const payloadType = Number(find(section.lines, codec) ?? -1);
  // Payload types 64 to 95 conflict with RTCP (RFC 5761, section 4).
  if (!(payloadType >= 35 && payloadType <= 127 && !(payloadType >= 64 && payloadType <= 95)))
    throw new UnusableSdp(`it must offer ${kind === 'audio' ? 'opus' : 'VP8'}`);
  const mid = find(section.lines, /^a=mid:([A-Za-z0-9_-]{1,16})$/);
  if (mid === undefined) throw new UnusableSdp('it must have a=mid');
  const rids = section.lines.flatMap((line) => /^a=rid:([a-zA-Z0-9]{1,8}) send/.exec(line)?.[1] ?? []);
  if (rids.length > MAX_RIDS) throw new UnusableSdp(`it must have at most ${MAX_RIDS} layers`);
  const ssrcs = new Set(
    section.lines.flatMap((line) => Number(/^a=ssrc:(\d{1,10}) /.exec(line)?.[1] ?? Number.NaN)),
  );
  const valid = [...ssrcs].filter((ssrc) => ssrc > 0 && ssrc <= 0xffffffff);
  if (valid.length > MAX_SSRCS) throw new UnusableSdp(`it must have at most ${MAX_SSRCS} SSRCs`);
  return {
    ...transportOf(session, section),
    mid,
    kind,
    payloadType,
    rids: kind === 'video' ? rids : [],
    extensions: extensionsOf(section.lines),
    // Lost packets are resent unchanged, so retransmission streams are omitted.
    ssrcs: rids.length > 0 ? [] : valid.slice(0, 1),
  };
}

function extensionsOf(lines: readonly string[]): SendOffer['extensions'] {
  const number = (name: string): number | undefined => {
    const extensionId = Number(
      find(lines, new RegExp(`^a=extmap:(\\d{1,2})(?:/\\w+)? urn:ietf:params:rtp-hdrext:${name}(?: .*)?$`)) ??
        0,
    );
    return extensionId >= 1 && extensionId <= 14 ? extensionId : undefined;
  };
  const extensions = {
    mid: number('sdes:mid'),
    rid: number('sdes:rtp-stream-id'),
    audioLevel: number('ssrc-audio-level'),
  };
  return Object.fromEntries(Object.entries(extensions).filter(([, value]) => value !== undefined));
}

function transportLines({ ufrag, password, fingerprint }: RemoteTransport, setup: string): string[] {
  return [
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
  ];
}

const session = (mids: readonly string[]) => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mids.join(' ')}`,
  'a=msid-semantic: WMS *',
];

const codecLines = {
  audio: (type: number) => [
    `a=rtpmap:${type} opus/48000/2`,
    `a=fmtp:${type} minptime=10;useinbandfec=1;usedtx=1`,
  ],
  video: (type: number) => [
    `a=rtpmap:${type} VP8/90000`,
    `a=rtcp-fb:${type} goog-remb`,
    `a=rtcp-fb:${type} ccm fir`,
    `a=rtcp-fb:${type} nack`,
    `a=rtcp-fb:${type} nack pli`,
  ],
};

export function writeSendOffer(offer: SendOffer): string {
  const { mid, kind, payloadType, rids, extensions, ssrcs } = offer;
  const extmap = (id: number | undefined, name: string) =>
    id === undefined ? [] : [`a=extmap:${id} urn:ietf:params:rtp-hdrext:${name}`];
  return lines(
    ...session([mid]),
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sendonly',
    ...transportLines(offer, 'actpass'),
    ...codecLines[kind](payloadType),
    ...extmap(extensions.mid, 'sdes:mid'),
    ...extmap(extensions.rid, 'sdes:rtp-stream-id'),
    ...extmap(extensions.audioLevel, 'ssrc-audio-level'),
    ...rids.map((rid) => `a=rid:${rid} send`),
    ...(rids.length > 0 ? [`a=simulcast:send ${rids.join(';')}`] : []),
    ...ssrcs.map((ssrc) => `a=ssrc:${ssrc} cname:c`),
  );
}

/** The library copies the direction of layers from the offer. Candidates are sent separately. */
export function writeReceiveAnswer(sdp: string): string {
  return sdp
    .replace(/^(a=rid:\S+) send/gm, '$1 recv')
    .replace(/^a=simulcast:send /gm, 'a=simulcast:recv ')
    .replace(/^a=candidate:.*\r?\n/gm, '')
    .replace(/^a=end-of-candidates\r?\n/gm, '');
}

export interface OfferedSection {
  mid: string;
  kind: 'audio' | 'video';
}

export const outgoingTypes = { audio: 111, video: 96 } as const;
export const REDUNDANT_TYPE = 63;

export function offerRedundancy(sdp: string): string {
  const { audio } = outgoingTypes;
  return sdp
    .replace(new RegExp(`^(m=audio .* ${audio})\\b`, 'gm'), `$1 ${REDUNDANT_TYPE}`)
    .replace(
      new RegExp(`^(a=rtpmap:${audio} .*)$`, 'gm'),
      `$1\r\na=rtpmap:${REDUNDANT_TYPE} red/48000/2\r\na=fmtp:${REDUNDANT_TYPE} ${audio}/${audio}`,
    );
}

export function takesRedundancy(sdp: string): boolean {
  return new RegExp(`^a=rtpmap:${REDUNDANT_TYPE} red/48000/2\\r?$`, 'm').test(sdp);
}

export function rewriteReceiveAnswer(sdp: string, offered: readonly OfferedSection[]): string {
  const { session: before, sections } = sectionsOf(sdp);
  const [first] = sections;
  if (first === undefined || sections.length !== offered.length)
    throw new UnusableSdp('it must have as many media sections as the offer');
  const remote = transportOf(before, first);
  return lines(
    ...session(offered.map(({ mid }) => mid)),
    ...offered.flatMap(({ mid, kind }) => [
      `m=${kind} 9 UDP/TLS/RTP/SAVPF ${outgoingTypes[kind]}`,
      'c=IN IP4 0.0.0.0',
      `a=mid:${mid}`,
      'a=recvonly',
      ...transportLines(remote, 'active'),
      ...codecLines[kind](outgoingTypes[kind]),
    ]),
  );
}

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n`;
}
