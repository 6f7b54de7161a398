import { Redis } from 'ioredis';

export interface SharedRedis {
  client: Redis;
  prefix: string;
  subscribe(channel: string, listener: (text: string) => void): Promise<void>;
  close(): Promise<void>;
}

export interface RedisLog {
  warn(fields: Record<string, unknown>, message: string): void;
  info(message: string): void;
}

const CONNECT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MS = 1_000;

/** An unanswered command closes the connection, so that later calls do not wait. */
export function openRedis(url: string, prefix: string, log: RedisLog): SharedRedis {
  const connection = { connectTimeout: CONNECT_MS, retryStrategy: () => RETRY_MS };
  const client = new Redis(url, {
    ...connection,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: COMMAND_TIMEOUT_MS,
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
