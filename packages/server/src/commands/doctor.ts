/**
 * `npm run doctor [-- --json]` works with or without the service. Exit status: 1 if a check failed, 2 for
 * wrong usage.
 */
import { parseArgs } from 'node:util';
import { examineInstallation, reportOf } from '../doctor/doctor.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

function readOptions() {
  try {
    return parseArgs({ options: { json: { type: 'boolean' } } }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nusage: npm run doctor [-- --json]\n`);
    return process.exit(WRONG_USAGE);
  }
}

const { json } = readOptions();
const checks = await examineInstallation(process.env);
const text = json ? `${JSON.stringify({ checks }, null, 2)}\n` : reportOf(checks);
// A check that hangs may hold a connection, so the command must exit explicitly.
process.stdout.write(text, () => process.exit(checks.some(({ state }) => state === 'FAIL') ? FAILED : 0));
