import { buildApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import type { Environment } from '../../packages/server/src/environment/environment.ts';
import { createMetrics } from '../../packages/server/src/http/index.ts';
import { createProcessBus } from '../../packages/server/src/log/index.ts';
import { createLog } from '../../packages/server/src/process/logger.ts';
import { systemClock } from '../../packages/server/src/time/clock.ts';

export async function describeOpenApi(): Promise<string> {
  const config = readConfig({});
  const log = createLog('silent', { write: () => {} });
  const env = {
    name: 'production',
    basePath: '/v1',
    config,
    clock: systemClock,
    log,
    bus: createProcessBus(),
    redis: null,
    closing: new AbortController().signal,
    revocations: { subscribe: () => undefined },
  } as unknown as Environment;
  const app = await buildApp({
    config,
    environments: [env],
    dependencies: [],
    metrics: createMetrics(),
    log,
  });
  const answer = await app.inject({ url: '/openapi.json' });
  await app.close();
  return `${JSON.stringify(answer.json(), null, 2)}\n`;
}
