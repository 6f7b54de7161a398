import { Redis } from 'ioredis';

/** A Redis that processes share. What needs it works without it too, if less well. */
export interface SharedRedis {
  client: Redis;
  /** What the names of this installation and environment begin with. */
  prefix: string;
  /** Calls `listener` with every text that any process publishes on a channel, this one included. */
  subscribe(channel: string, listener: (text: string) => void): Promise<void>;
  close(): Promise<void>;
}

export interface RedisLog {
  warn(fields: Record<string, unknown>, message: string): void;
  info(message: string): void;
}

const CONNECT_MS = 5_000;
/** Without an answer for this long the connection is given up. */
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MS = 1_000;

/**
 * Connects to a Redis or Valkey, again and again while it is away. Does not wait for it. One that is connected and does
 * not answer counts as away: its connection is closed after the first command that had no answer, and a new one is used
 * only once the server has answered on it, so that calls do not wait for a silent Redis one after the other.
 */
export function openRedis(url: string, prefix: string, log: RedisLog): SharedRedis {
  const connection = { connectTimeout: CONNECT_MS, retryStrategy: () => RETRY_MS };
  const client = new Redis(url, {
    ...connection,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS,
    // A command that cannot be sent fails at once: whoever gave it does without.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  const subscriber = new Redis(url, { ...connection, maxRetriesPerRequest: null });
  let isAway = false;
  client.on('error', (error) => {
    if (!isAway)
      log.warn({ err: error }, 'Redis is away: limits count in each process alone until it is back');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
  // The other connection tells the same.
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
