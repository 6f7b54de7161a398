#!/usr/bin/env node
import { checkServer } from './conformance.ts';
import { readOptions, usage } from './options.ts';

/** Runs the program. Gives the exit code: 0 when everything held, 1 when something failed. */
async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    process.stdout.write(usage);
    return 0;
  }
  const { json, lines, failed } = await checkServer(options);
  process.stdout.write(options.json ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`);
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
