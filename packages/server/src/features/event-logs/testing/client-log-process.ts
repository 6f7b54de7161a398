/** Usage: `node client-log-process.ts <connection as JSON>`. Prints "ready" when it runs. */

import type { Environment } from '../../../environment/environment.ts';
import { randomIds } from '../../../environment/ids.ts';
import { createProcessBus, startConsumer } from '../../../log/index.ts';
import { createLog } from '../../../process/logger.ts';
import { openDatabase } from '../../../storage/pool.ts';
import { systemClock } from '../../../time/clock.ts';
import { clientLog, userEvents } from '../index.ts';

const db = openDatabase(JSON.parse(process.argv[2] ?? ''), { max: 3 });
const log = createLog('warn', process.stderr);
const env = {
  db,
  bus: createProcessBus(),
  clock: systemClock,
  ids: randomIds,
  log,
  closing: new AbortController().signal,
} as unknown as Environment;
startConsumer(env, clientLog);
process.stdout.write('ready\n');
for (;;) await userEvents.work(env);
