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
import type { SignInLog } from '../storage/sign-in-log.ts';
import type { Clock } from '../time/clock.ts';
import type { Ids } from './ids.ts';

export type EnvironmentName = 'production' | 'sandbox';

export const basePaths: Record<EnvironmentName, string> = { production: '/v1', sandbox: '/sandbox/v1' };

export interface Environment {
  name: EnvironmentName;
  basePath: string;
  /** Ends with a slash. Without PUBLIC_URL, unknown until the server listens. */
  baseUrl(): string;
  config: Config;
  db: DatabasePool;
  /** Null in the sandbox, whose sequences restart at each reset. */
  replica: ReadReplica | null;
  files: FileStore;
  media: MediaEngine;
  meetEngine: MeetEngine;
  clock: Clock;
  ids: Ids;
  sandbox: Sandbox | null;
  bus: LogBus;
  redis: SharedRedis | null;
  secrets: Secrets;
  revocations: Revocations;
  /** Records nothing in the sandbox or without AUDIT_STREAM. */
  signIns: SignInLog;
  log: FastifyBaseLogger;
  closing: AbortSignal;
  /** Aborts shortly before a stopping server closes connections. */
  cutOff: AbortSignal;
}
