#!/usr/bin/env node
import { checkServer } from './conformance.ts';
import { readOptions, usage } from './options.ts';
import { checkReceiver } from './receiver/certify.ts';
import { asksForReceiver, readReceiverOptions, receiverUsage } from './receiver/options.ts';

interface Report {
  lines: string[];
  json: unknown;
  failed: string[];
}

async function main(args: string[]): Promise<number> {
  if (asksForReceiver(args)) {
    const options = readReceiverOptions(args);
    return options ? print(await checkReceiver(options), options.json) : help();
  }
  const options = readOptions(args);
  return options ? print(await checkServer(options), options.json) : help();
}

function print({ json, lines, failed }: Report, asJson: boolean): number {
  process.stdout.write(asJson ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`);
  return failed.length === 0 ? 0 : 1;
}

function help(): number {
  process.stdout.write(`${usage}\n${receiverUsage}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
