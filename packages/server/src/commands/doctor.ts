/**
 * `npm run doctor [-- --json]`, with or without the service. Changes nothing. Exit status: 0, 1 for a failed check, 2
 * for wrong usage.
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
// An endless check may hold a connection, so this exits the process.
process.stdout.write(text, () => process.exit(checks.some(({ state }) => state === 'FAIL') ? FAILED : 0));
