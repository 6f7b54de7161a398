import { relative } from 'node:path';
import { type BackupAddress, type BackupRetention, readBackupAddress } from '../storage/backup-address.ts';
import type { FilePlace } from '../storage/files/index.ts';
import {
  addresses,
  backupRetention,
  filePlace,
  httpOrigin,
  iceUrls,
  integer,
  mediaServerUrl,
  oneOf,
  postgresUrl,
  redisUrl,
  type Setting,
  secretKey,
  thumbprints,
  timeOfDay,
} from './readers.ts';

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
  backupUrl: BackupAddress | undefined;
  backupKey: Buffer | undefined;
  backupAt: number;
  backupKeep: BackupRetention;
  maxImportBytes: number;
  importKeys: string[];
}

export const storageSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'A PostgreSQL ≥ 15 instead of the embedded one: `postgres://user:password@host/database`. With several replicating servers, `postgres://user:password@h1:5432,h2:5432/database?target_session_attrs=read-write`, Ringbinder uses the one that accepts writes.',
    read: postgresUrl,
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    fallback: '',
    meaning:
      'Only if DATABASE_URL is a pooler in transaction mode (PgBouncer): the same database on the server itself, for work that needs a session. SANDBOX_DATABASE_URL must then bypass the pooler.',
    read: postgresUrl,
  },
  databaseReplicaUrl: {
    name: 'DATABASE_REPLICA_URL',
    fallback: '',
    meaning:
      'A standby of DATABASE_URL with streaming replication. Production reads message lists and search results from it, or from the primary while the standby is behind or down.',
    read: postgresUrl,
  },
  sandboxDatabaseUrl: {
    name: 'SANDBOX_DATABASE_URL',
    fallback: '',
    meaning:
      'Database of the sandbox. Default: DATABASE_URL with the suffix `_sandbox` in the name of the database.',
    read: postgresUrl,
  },
  databaseConnections: {
    name: 'DATABASE_CONNECTIONS',
    fallback: '20',
    meaning: 'Maximum number of connections to each database.',
    read: integer(2, 500),
  },
  filesUrl: {
    name: 'FILES_URL',
    fallback: 'local',
    meaning:
      'Where files are stored. `local` is DATA_DIR. `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1` is S3 or a compatible store. Parameters: `path_style=true|false` (default with an endpoint: true); `sse=AES256` or `sse=aws:kms&kms_key=…` for encryption by the store. Credentials are those of the AWS SDK: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine. With S3, processes need not share DATA_DIR.',
    read: filePlace,
  },
  filesMovedFrom: {
    name: 'FILES_MOVED_FROM',
    fallback: '',
    meaning:
      'Previous location of the files, like FILES_URL. Ringbinder reads files there until `npm run move-files` has moved them.',
    read: (text) => (text === '' ? undefined : filePlace(text)),
  },
  filesDirectReads: {
    name: 'FILES_DIRECT_READS',
    fallback: 'false',
    meaning:
      '`true` redirects downloads to S3 (307), with an address that is valid for five minutes. Browsers must reach the endpoint, and the bucket must allow the app’s origins (CORS).',
    read: (text) => oneOf(['true', 'false'])(text) === 'true',
  },
  filesCacheBytes: {
    name: 'FILES_CACHE_BYTES',
    fallback: String(1024 ** 3),
    meaning:
      'Size of the local cache of S3 files in DATA_DIR, which page rendering uses. Files that were used in the last hour stay in the cache.',
    read: integer(0, 1024 ** 5),
  },
  redisUrl: {
    name: 'REDIS_URL',
    fallback: '',
    meaning:
      'A Redis or Valkey that several processes share, for rate limits and wake-ups: `redis://user:password@host`.',
    read: redisUrl,
  },
  backupUrl: {
    name: 'BACKUP_URL',
    fallback: '',
    meaning:
      'Where backups are stored: a directory, or `s3://bucket/prefix?…` with the parameters of FILES_URL. The service then archives the log of the database within seconds, and makes a backup every day.',
    read: (text) => (text === '' ? undefined : readBackupAddress(text)),
  },
  backupKey: {
    name: 'BACKUP_KEY',
    fallback: '',
    meaning:
      'Key that encrypts backups: 64 hexadecimal digits. Without it, a backup has the data and the secret key in plain text. Store the key apart from the backups: without it they are lost.',
    read: (text) => {
      const key = secretKey(text);
      return key === undefined ? undefined : Buffer.from(key, 'hex');
    },
  },
  backupAt: {
    name: 'BACKUP_AT',
    fallback: '02:00',
    meaning: 'Time of the daily backup, in UTC.',
    read: timeOfDay,
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    fallback: '7 daily, 4 weekly',
    meaning:
      'Backups that are retained: the latest of each of the last days and weeks. The log is retained for the days.',
    read: backupRetention,
  },
  maxImportBytes: {
    name: 'MAX_IMPORT_BYTES',
    fallback: String(10 * 1024 ** 3),
    meaning: 'Largest archive that a call can import.',
    read: integer(1024, 1024 ** 4),
  },
  importKeys: {
    name: 'IMPORT_KEYS',
    fallback: '',
    meaning:
      'Keys of other installations whose archives you accept, separated by commas: the `kid` in their `/.well-known/ringbinder-keys.json`. The owner of such a key can forge who did what in an imported binder.',
    read: thumbprints,
  },
} satisfies Record<keyof StorageConfig, Setting>;

export function checkStorageConfig(config: StorageConfig, dataDir: string): string | undefined {
  const { backupUrl } = config;
  if (backupUrl && 'directory' in backupUrl && !relative(dataDir, backupUrl.directory).startsWith('..'))
    return 'BACKUP_URL must be outside of DATA_DIR: the backups would be lost with it';
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
    return 'DATABASE_DIRECT_URL is DATABASE_URL: omit it without a pooler';
  return undefined;
}

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

export const meetSettings = {
  internalUrl: {
    name: 'INTERNAL_URL',
    fallback: '',
    meaning:
      'Address at which the other processes reach this one: `http://10.0.0.5:8400`. A meet runs on one process, and the others forward its connections.',
    read: httpOrigin,
  },
  meetUdpPort: {
    name: 'MEET_UDP_PORT',
    fallback: '8440',
    meaning:
      'UDP port for all media of meets. Clients must reach it. 0, or a port in use, selects a free port. Several processes on one machine need a port each.',
    read: integer(0, 65_535),
  },
  meetRelayedUdpPort: {
    name: 'MEET_RELAYED_UDP_PORT',
    fallback: '8441',
    meaning:
      'UDP port for users of a TURN relay over TCP or TLS. Only the relays must reach it. Ringbinder opens it if MEET_TURN_URLS contains such a relay. A free port is selected as for MEET_UDP_PORT.',
    read: integer(0, 65_535),
  },
  meetAnnouncedAddresses: {
    name: 'MEET_ANNOUNCED_ADDRESS',
    fallback: '',
    meaning:
      'Public IP addresses of that port, separated by commas, if they are not addresses of the machine: behind NAT, or in a container.',
    read: addresses,
  },
  meetStunUrls: {
    name: 'MEET_STUN_URLS',
    fallback: '',
    meaning: 'STUN servers for browsers, separated by commas: `stun:host:port`. Rarely needed.',
    read: iceUrls(/^stuns?:[^\s,?]+$/, 'stun:turn.example.com:3478'),
  },
  meetTurnUrls: {
    name: 'MEET_TURN_URLS',
    fallback: '',
    meaning:
      'TURN relays for networks that block UDP, separated by commas: `turn:host:port?transport=udp`, and `turns:host:443?transport=tcp` for networks that allow only TLS. Needs MEET_TURN_SECRET.',
    read: iceUrls(/^turns?:[^\s,?]+(\?transport=(udp|tcp))?$/, 'turns:turn.example.com:443?transport=tcp'),
  },
  meetTurnSecret: {
    name: 'MEET_TURN_SECRET',
    fallback: '',
    meaning:
      'Secret that the relays share with this server (coturn: `static-auth-secret`). Participants get temporary credentials that are derived from it.',
    read: (text: string) => text || undefined,
  },
  livekitUrl: {
    name: 'LIVEKIT_URL',
    fallback: '',
    meaning:
      'Experimental. LiveKit server that carries the media of meets instead of this process: `wss://livekit.example.com`, the address for browsers. Needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET. Run `npm run check-livekit` before you rely on it.',
    read: mediaServerUrl,
  },
  livekitApiKey: {
    name: 'LIVEKIT_API_KEY',
    fallback: '',
    meaning: 'Experimental. API key of that server. The server must sign its webhooks with it.',
    read: (text: string) => text || undefined,
  },
  livekitApiSecret: {
    name: 'LIVEKIT_API_SECRET',
    fallback: '',
    meaning:
      'Experimental. Secret of the API key. It signs the tokens of participants and never leaves this process.',
    read: (text: string) => text || undefined,
  },
  livekitEgressDir: {
    name: 'LIVEKIT_EGRESS_DIR',
    fallback: '',
    meaning:
      'Experimental. Absolute path at which LiveKit Egress sees `meet-recordings` in DATA_DIR, where it writes recordings. Without it, meets on LiveKit cannot be recorded.',
    read: (text: string) => text.replace(/\/+$/, ''),
  },
};

export function checkMeetConfig(config: MeetConfig): string | undefined {
  if (config.meetTurnUrls.length > 0 && config.meetTurnSecret === undefined)
    return 'MEET_TURN_URLS needs MEET_TURN_SECRET';
  const livekit = {
    LIVEKIT_URL: config.livekitUrl !== '',
    LIVEKIT_API_KEY: config.livekitApiKey !== undefined,
    LIVEKIT_API_SECRET: config.livekitApiSecret !== undefined,
  };
  const settings = Object.entries(livekit).filter(([, isGiven]) => isGiven);
  const missing = Object.entries(livekit).find(([, isGiven]) => !isGiven);
  if (settings[0] && missing) return `${settings[0][0]} needs ${missing[0]}`;
  if (config.livekitApiSecret !== undefined && config.livekitApiSecret.length < MIN_SECRET)
    return `LIVEKIT_API_SECRET must have ${MIN_SECRET} characters or more: tokens are signed with it`;
  if (config.livekitEgressDir !== '' && settings.length === 0) return 'LIVEKIT_EGRESS_DIR needs LIVEKIT_URL';
  if (config.livekitEgressDir !== '' && !config.livekitEgressDir.startsWith('/'))
    return 'LIVEKIT_EGRESS_DIR must be an absolute path';
  return undefined;
}

/** LiveKit's minimum length of a secret. */
const MIN_SECRET = 32;
