import { addresses, httpOrigin, iceUrls, mediaServerUrl, whole } from './readers.ts';

/** The settings of meets: how media reaches people, and who carries it. */
export interface MeetConfig {
  internalUrl: string;
  meetUdpPort: number;
  meetRelayedUdpPort: number;
  meetAnnouncedAddresses: string[];
  meetStunUrls: string[];
  meetTurnUrls: string[];
  meetTurnSecret: string | undefined;
  livekitUrl: string;
  livekitApiKey: string | undefined;
  livekitApiSecret: string | undefined;
  livekitEgressDir: string;
}

/** The settings of meets, as `settings` lists them. */
export const meetSettings = {
  internalUrl: {
    name: 'INTERNAL_URL',
    fallback: '',
    meaning:
      'Address at which other processes on the same database reach this one: `http://10.0.0.5:8400`. A meet lives on one process; the others pass its connections on.',
    read: httpOrigin,
  },
  meetUdpPort: {
    name: 'MEET_UDP_PORT',
    fallback: '8440',
    meaning:
      'UDP port for the media of meets, all of it; clients must reach it. 0 takes a free one, and so does a process that finds it taken: several on one machine need one each.',
    read: whole(0, 65_535),
  },
  meetRelayedUdpPort: {
    name: 'MEET_RELAYED_UDP_PORT',
    fallback: '8441',
    meaning:
      'UDP port for the media of those who come by a TURN relay over TCP or TLS; only the relays must reach it. It is opened where MEET_TURN_URLS names such a relay, and a free one is taken like MEET_UDP_PORT’s.',
    read: whole(0, 65_535),
  },
  meetAnnouncedAddresses: {
    name: 'MEET_ANNOUNCED_ADDRESS',
    fallback: '',
    meaning:
      'IP address at which clients reach that port, several with commas, where it is none of the machine’s own: behind NAT, in a container.',
    read: addresses,
  },
  meetStunUrls: {
    name: 'MEET_STUN_URLS',
    fallback: '',
    meaning: 'STUN servers that browsers are told, with commas: `stun:host:port`. Seldom needed.',
    read: iceUrls(/^stuns?:[^\s,?]+$/, 'stun:turn.example.com:3478'),
  },
  meetTurnUrls: {
    name: 'MEET_TURN_URLS',
    fallback: '',
    meaning:
      'TURN relays for people whose network lets no UDP through, with commas: `turn:host:port?transport=udp`, and for networks that let out nothing but TLS `turns:host:443?transport=tcp`. Needs MEET_TURN_SECRET.',
    read: iceUrls(/^turns?:[^\s,?]+(\?transport=(udp|tcp))?$/, 'turns:turn.example.com:443?transport=tcp'),
  },
  meetTurnSecret: {
    name: 'MEET_TURN_SECRET',
    fallback: '',
    meaning:
      'Secret that the relays share with this server (coturn: `static-auth-secret`). Participants get credentials that are made of it and end by themselves.',
    read: (text: string) => text || undefined,
  },
  livekitUrl: {
    name: 'LIVEKIT_URL',
    fallback: '',
    meaning:
      'Experimental. LiveKit server that carries the media of meets instead of this process: `wss://livekit.example.com`, as browsers reach it. Needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET. Run `npm run check-livekit` before you rely on it.',
    read: mediaServerUrl,
  },
  livekitApiKey: {
    name: 'LIVEKIT_API_KEY',
    fallback: '',
    meaning: 'Experimental. Key of an API key pair of that server. It must sign its webhooks too.',
    read: (text: string) => text || undefined,
  },
  livekitApiSecret: {
    name: 'LIVEKIT_API_SECRET',
    fallback: '',
    meaning:
      'Experimental. Secret of that pair. It signs the tokens of participants and never leaves this process.',
    read: (text: string) => text || undefined,
  },
  livekitEgressDir: {
    name: 'LIVEKIT_EGRESS_DIR',
    fallback: '',
    meaning:
      'Experimental. Absolute path at which LiveKit Egress sees the directory `meet-recordings` in DATA_DIR, which it writes recordings to. Without it meets are not recorded while LiveKit carries them.',
    read: (text: string) => text.replace(/\/+$/, ''),
  },
};

/** What is wrong with settings of meets that are right each by itself; undefined when nothing is. */
export function checkMeetConfig(config: MeetConfig): string | undefined {
  if (config.meetTurnUrls.length > 0 && config.meetTurnSecret === undefined)
    return 'MEET_TURN_URLS needs MEET_TURN_SECRET';
  const livekit = {
    LIVEKIT_URL: config.livekitUrl !== '',
    LIVEKIT_API_KEY: config.livekitApiKey !== undefined,
    LIVEKIT_API_SECRET: config.livekitApiSecret !== undefined,
  };
  const given = Object.entries(livekit).filter(([, isGiven]) => isGiven);
  const missing = Object.entries(livekit).find(([, isGiven]) => !isGiven);
  if (given[0] && missing) return `${given[0][0]} needs ${missing[0]}`;
  if (config.livekitApiSecret !== undefined && config.livekitApiSecret.length < MIN_SECRET)
    return `LIVEKIT_API_SECRET must have ${MIN_SECRET} characters or more: tokens are signed with it`;
  if (config.livekitEgressDir !== '' && given.length === 0) return 'LIVEKIT_EGRESS_DIR needs LIVEKIT_URL';
  if (config.livekitEgressDir !== '' && !config.livekitEgressDir.startsWith('/'))
    return 'LIVEKIT_EGRESS_DIR must be an absolute path';
  return undefined;
}

/** LiveKit's own limit for the secrets of its keys. */
const MIN_SECRET = 32;
