import type { FilePlace } from '../storage/files/index.ts';
import {
  addresses,
  filePlace,
  httpOrigin,
  iceUrls,
  mediaServerUrl,
  oneOf,
  postgresUrl,
  redisUrl,
  type Setting,
  thumbprints,
  whole,
} from './readers.ts';

/** Where a server keeps things: database, files, and what processes share. */
export interface StorageConfig {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  sandboxDatabaseUrl: string | undefined;
  databaseConnections: number;
  filesUrl: FilePlace;
  filesMovedFrom: FilePlace | undefined;
  filesDirectReads: boolean;
  filesCacheBytes: number;
  redisUrl: string | undefined;
  maxImportBytes: number;
  importKeys: string[];
}

/** Their settings. */
export const storageSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'A PostgreSQL ≥ 15 to use instead of the embedded one: `postgres://user:password@host/database`. Several servers that replicate, `postgres://user:password@h1:5432,h2:5432/database?target_session_attrs=read-write`: the one that takes writes is used.',
    read: postgresUrl,
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    fallback: '',
    meaning:
      'Only where DATABASE_URL leads to a pooler in transaction mode (PgBouncer): the same database on the server itself, for what needs a session. SANDBOX_DATABASE_URL, where it is set, then leads past the pooler.',
    read: postgresUrl,
  },
  databaseReplicaUrl: {
    name: 'DATABASE_REPLICA_URL',
    fallback: '',
    meaning:
      'A standby that follows DATABASE_URL by streaming replication: lists of messages and searches of production are read there when it has all that the binder has, and on the primary when it is behind or away.',
    read: postgresUrl,
  },
  sandboxDatabaseUrl: {
    name: 'SANDBOX_DATABASE_URL',
    fallback: '',
    meaning:
      'Database of the sandbox. Default: DATABASE_URL with `_sandbox` at the end of the database’s name.',
    read: postgresUrl,
  },
  databaseConnections: {
    name: 'DATABASE_CONNECTIONS',
    fallback: '20',
    meaning: 'Connections to each database at the most.',
    read: whole(2, 500),
  },
  filesUrl: {
    name: 'FILES_URL',
    fallback: 'local',
    meaning:
      'Where files are kept: `local` is DATA_DIR; `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1` is S3 or what speaks like it, with `path_style=true|false` (true with an endpoint), and `sse=AES256` or `sse=aws:kms&kms_key=…` for encryption by the store. Credentials are those of the AWS SDK: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine. DATA_DIR then holds only what may be lost, and is not shared.',
    read: filePlace,
  },
  filesMovedFrom: {
    name: 'FILES_MOVED_FROM',
    fallback: '',
    meaning:
      'Where files were kept before, in the form of FILES_URL: what is not in FILES_URL yet is read there, until `npm run move-files` has moved it.',
    read: (text) => (text === '' ? undefined : filePlace(text)),
  },
  filesDirectReads: {
    name: 'FILES_DIRECT_READS',
    fallback: 'false',
    meaning:
      'Whether files are read from S3 itself: `true` answers a download with 307 and an address that is good for five minutes. Browsers must reach the endpoint, and the bucket must allow the origins of the app (CORS).',
    read: (text) => oneOf(['true', 'false'])(text) === 'true',
  },
  filesCacheBytes: {
    name: 'FILES_CACHE_BYTES',
    fallback: String(1024 ** 3),
    meaning:
      'Of files in S3, how much lies in DATA_DIR for the programs that draw them. What was used in the last hour stays.',
    read: whole(0, 1024 ** 5),
  },
  redisUrl: {
    name: 'REDIS_URL',
    fallback: '',
    meaning:
      'A Redis or Valkey that several processes share, for the rate limits and to wake each other: `redis://user:password@host`.',
    read: redisUrl,
  },
  maxImportBytes: {
    name: 'MAX_IMPORT_BYTES',
    fallback: String(10 * 1024 ** 3),
    meaning: 'Largest archive of a binder that is imported by a call.',
    read: whole(1024, 1024 ** 4),
  },
  importKeys: {
    name: 'IMPORT_KEYS',
    fallback: '',
    meaning:
      'Keys of other installations whose archives of binders are imported, with commas: the `kid` of each in its `/.well-known/ringbinder-keys.json`. Who holds such a key can say who did what in a binder that is imported.',
    read: thumbprints,
  },
} satisfies Record<keyof StorageConfig, Setting>;

/** What is wrong with them together; undefined when nothing is. */
export function checkStorageConfig(config: StorageConfig): string | undefined {
  if (JSON.stringify(config.filesMovedFrom) === JSON.stringify(config.filesUrl))
    return 'FILES_MOVED_FROM is where FILES_URL keeps files: there is nothing to move';
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config;
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined)
    return 'DATABASE_REPLICA_URL needs DATABASE_URL, which leads to the primary that it follows';
  if (
    databaseReplicaUrl !== undefined &&
    new URL(databaseReplicaUrl).searchParams.has('target_session_attrs')
  )
    return 'DATABASE_REPLICA_URL must name one server';
  if (databaseDirectUrl === undefined) return undefined;
  if (databaseUrl === undefined) return 'DATABASE_DIRECT_URL needs DATABASE_URL, which leads to the pooler';
  if (databaseDirectUrl === databaseUrl)
    return 'DATABASE_DIRECT_URL is DATABASE_URL: leave it away where there is no pooler';
  return undefined;
}

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
