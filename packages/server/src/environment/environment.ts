import type { MediaEngine } from '@ringbinder/page-renderer';
import type { MeetEngine } from '@ringbinder/sfu';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { LogBus } from '../log/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { FileStore } from '../storage/files/index.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { SharedRedis } from '../storage/redis.ts';
import type { ReadReplica } from '../storage/replica.ts';
import type { Revocations } from '../storage/revocations.ts';
import type { Clock } from '../time/clock.ts';
import type { Ids } from './ids.ts';

/** The two environments; they share the process and nothing else. */
export type EnvironmentName = 'production' | 'sandbox';

/** The path that each environment's API begins with. */
export const basePaths: Record<EnvironmentName, string> = { production: '/v1', sandbox: '/sandbox/v1' };

/** All that a feature works with, made once for production and once for the sandbox by the same code. */
export interface Environment {
  name: EnvironmentName;
  /** `/v1` or `/sandbox/v1`. */
  basePath: string;
  /** The contract's `{base_url}`, ending in a slash. Known once the server listens. */
  baseUrl(): string;
  config: Config;
  db: DatabasePool;
  /** A standby for reads that take `db` much time, by `readOnReplica`; null where there is none, and in the sandbox, whose numbers start anew. */
  replica: ReadReplica | null;
  files: FileStore;
  media: MediaEngine;
  meetEngine: MeetEngine;
  clock: Clock;
  ids: Ids;
  /** How time is moved and how all is reset; null in production, which has neither. */
  sandbox: Sandbox | null;
  bus: LogBus;
  /** What processes share to count and to wake each other; null where there is one process. */
  redis: SharedRedis | null;
  secrets: Secrets;
  revocations: Revocations;
  log: FastifyBaseLogger;
  /** Aborts when the server begins to stop: whoever waits for something answers with what there is. */
  closing: AbortSignal;
  /**
   * Aborts with a 503 when the time for calls in flight is over, a moment before their connections are cut: for work that a
   * caller waits for.
   */
  cutOff: AbortSignal;
}
