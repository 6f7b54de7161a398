/** Turns logs into events until it is killed: `node bot-log-process.ts <connection as JSON>`. Says "ready" when it does. */
import { systemClock } from '../../../clock.ts';
import { randomIds } from '../../../ids.ts';
import { createProcessBus } from '../../../log/index.ts';
import { createLog } from '../../../logger.ts';
import { openDatabase } from '../../../storage/database.ts';
import { startBotLog } from '../log/start.ts';

const db = openDatabase(JSON.parse(process.argv[2] ?? ''), { max: 2 });
const log = createLog('warn', process.stderr);
startBotLog({ db, bus: createProcessBus(), clock: systemClock, ids: randomIds, log });
process.stdout.write('ready\n');
// The rounds of the log do not keep a process alive by themselves.
process.stdin.resume();
