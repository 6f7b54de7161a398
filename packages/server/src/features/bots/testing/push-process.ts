/**
 * Usage: `node push-process.ts <connection as JSON> <master key, hex>`. Prints the lease of its deliveries when it is
 * ready.
 */

import { readConfig } from '../../../config/config.ts';
import { randomIds } from '../../../environment/ids.ts';
import { createProcessBus, startConsumer } from '../../../log/index.ts';
import { createOutbound } from '../../../outbound/index.ts';
import { createLog } from '../../../process/logger.ts';
import { deriveSecrets } from '../../../secrets/secrets.ts';
import { openDatabase } from '../../../storage/pool.ts';
import { systemClock } from '../../../time/clock.ts';
import { startDelivery } from '../delivery/start.ts';
import { botLog } from '../log/read.ts';

const [connection = '', key = ''] = process.argv.slice(2);
const env = {
  basePath: '/v1',
  db: openDatabase(JSON.parse(connection), { max: 4 }),
  bus: createProcessBus(),
  name: 'production' as const,
  clock: systemClock,
  ids: randomIds,
  config: readConfig({}),
  secrets: deriveSecrets(Buffer.from(key, 'hex'), 'production'),
  log: createLog('error', process.stderr),
};
startConsumer(env, botLog);
const { lease } = startDelivery(env, createOutbound({ allowsHttp: true, timeoutMs: 5_000 }));
process.stdout.write(`${lease}\n`);
// A bus between processes would wake the consumers.
setInterval(async () => {
  const rows = await env.db.query<{ id: string }>('SELECT binder_id AS id FROM bot_log_cursors');
  for (const { id } of rows) env.bus.wake(id);
}, 50);
