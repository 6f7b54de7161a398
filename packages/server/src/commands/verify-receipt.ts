/**
 * `npm run verify-receipt -- receipt.html [--keys keys.json|https://…]`. Exit status: 0 if the receipt is
 * unchanged and signed by one of the keys, 1 if not, 2 on an error.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkReceiptFile } from '../features/receipts/index.ts';

async function readKeys(from: string): Promise<{ x?: string }[]> {
  const text = /^https?:/.test(from)
    ? await fetch(from, { signal: AbortSignal.timeout(10_000) }).then((answer) => answer.text())
    : await readFile(from, 'utf8');
  return (JSON.parse(text) as { keys?: { x?: string }[] }).keys ?? [];
}

async function main(): Promise<boolean> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  });
  const [path] = positionals;
  if (path === undefined) throw new Error('name the file: npm run verify-receipt -- receipt.html');
  const check = await checkReceiptFile(await readFile(path, 'utf8'));
  if (!check) throw new Error(`${path} is not a receipt, or is incomplete`);
  const { payload, signature, checks } = check;
  for (const { passed, words } of checks) process.stdout.write(`${passed ? 'ok ' : 'BAD'} ${words}\n`);
  if (checks.some(({ passed }) => !passed)) return false;
  const from = values.keys ?? payload.keys_url;
  const keys = await readKeys(from).catch((error: Error) => {
    throw new Error(`the keys cannot be read from ${from}: ${error.message}`);
  });
  const isKnownKey = keys.some(({ x }) => x === signature.key.x);
  process.stdout.write(
    `${isKnownKey ? 'ok ' : 'BAD'} The key is ${isKnownKey ? '' : 'not '}among those of ${from}\n`,
  );
  return isKnownKey;
}

process.exitCode = await main().then(
  (isValid) => (isValid ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return 2;
  },
);
