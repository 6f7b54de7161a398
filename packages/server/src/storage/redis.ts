import { Redis } from 'ioredis';

/** A Redis shared by several processes. Its users must also work without it. */
export interface SharedRedis {
  client: Redis;
  /** Key prefix of this installation and environment. */
  prefix: string;
  /** Subscribes to a channel. The listener also receives messages that this process sent. */
  subscribe(channel: string, listener: (text: string) => void): Promise<void>;
  close(): Promise<void>;
}

export interface RedisLog {
  warn(fields: Record<string, unknown>, message: string): void;
  info(message: string): void;
}

const CONNECT_MS = 5_000;
/** The connection is closed after this time without a response. */
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MS = 1_000;

/**
 * Connects to Redis or Valkey in the background, and reconnects after outages. The first command without a response
 * closes the connection, so that later calls do not wait for it as well. A new connection is used only after the server
 * has responded on it.
 */
export function openRedis(url: string, prefix: string, log: RedisLog): SharedRedis {
  const connection = { connectTimeout: CONNECT_MS, retryStrategy: () => RETRY_MS };
  const client = new Redis(url, {
    ...connection,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS,
    // Commands fail at once while disconnected; callers work without Redis.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  const subscriber = new Redis(url, { ...connection, maxRetriesPerRequest: null });
  let isAway = false;
  client.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'redis: unavailable, each process counts limits alone');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('redis: available again');
    isAway = false;
  });
  // `client` reports the same error.
  subscriber.on('error', () => undefined);
  const listeners = new Map<string, (text: string) => void>();
  subscriber.on('message', (channel, text) => listeners.get(channel)?.(text));
  return {
    client,
    prefix,
    async subscribe(channel, listener) {
      listeners.set(`${prefix}${channel}`, listener);
      await subscriber.subscribe(`${prefix}${channel}`);
    },
    async close() {
      client.disconnect();
      subscriber.disconnect();
    },
  };
}
