/** Usage: `node bot-log-process.ts <connection as JSON>`. Prints "ready" when it runs. */

import { randomIds } from '../../../environment/ids.ts';
import { createProcessBus, startConsumer } from '../../../log/index.ts';
import { createLog } from '../../../process/logger.ts';
import { openDatabase } from '../../../storage/pool.ts';
import { systemClock } from '../../../time/clock.ts';
import { botLog } from '../log/read.ts';

const db = openDatabase(JSON.parse(process.argv[2] ?? ''), { max: 2 });
const log = createLog('warn', process.stderr);
const bus = createProcessBus();
startConsumer({ basePath: '/v1', db, bus, clock: systemClock, ids: randomIds, log }, botLog);
process.stdout.write('ready\n');
setInterval(async () => {
  const rows = await db.query<{ id: string }>('SELECT binder_id AS id FROM bot_log_cursors');
  for (const { id } of rows) bus.wake(id);
}, 10);
