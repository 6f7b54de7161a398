import type { Config } from '../config/config.ts';
import type { Dependency } from '../http/index.ts';
import { findClockLag } from '../log/index.ts';
import type { Environment } from './environment.ts';

export function dependenciesOf(config: Config, environments: readonly Environment[]): Dependency[] {
  return environments.flatMap(({ name, db, clock, replica, files, redis, meetEngine }): Dependency[] => [
    { name: `database_${name}`, check: () => db.ping() },
    ...(replica === null
      ? []
      : [{ name: `replica_${name}`, isOptional: true, check: () => replica.check() }]),
    ...(config.filesUrl === 'local' ? [] : [{ name: `files_${name}`, check: () => files.check() }]),
    ...(redis === null
      ? []
      : [{ name: `redis_${name}`, isOptional: true, check: async () => void (await redis.client.ping()) }]),
    // Callers move the sandbox's clock on purpose.
    ...(name === 'production'
      ? [{ name: 'clock', isOptional: true, check: () => stateOfClock({ db, clock }) }]
      : []),
    ...(config.livekitUrl === '' || name !== 'production'
      ? []
      : [{ name: 'livekit', isOptional: true, check: () => meetEngine.check() }]),
  ]);
}

async function stateOfClock(env: Pick<Environment, 'db' | 'clock'>): Promise<string> {
  return (await findClockLag(env)) > 0 ? 'behind' : 'ok';
}
