/** Usage: `node app-process.ts <connection as JSON> <master key, hex>`. Prints a line when it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../config/config.ts';
import type { Environment } from '../../../environment/environment.ts';
import { randomIds } from '../../../environment/ids.ts';
import { createLog } from '../../../process/logger.ts';
import { deriveSecrets } from '../../../secrets/secrets.ts';
import { openDatabase } from '../../../storage/pool.ts';
import { systemClock } from '../../../time/clock.ts';
import { pushes } from '../send.ts';

const [connection = '', key = ''] = process.argv.slice(2);
const env = {
  name: 'production',
  basePath: '/v1',
  baseUrl: () => 'http://localhost/v1',
  db: openDatabase(JSON.parse(connection), { max: 4 }),
  clock: systemClock,
  ids: randomIds,
  config: readConfig({ PUSH_PRIVATE_NETWORK: 'true' }),
  secrets: deriveSecrets(Buffer.from(key, 'hex'), 'production'),
  log: createLog('error', process.stderr),
  closing: new AbortController().signal,
} as unknown as Environment;
process.stdout.write('runs\n');
for (;;) {
  await pushes.work(env);
  await sleep(20);
}
