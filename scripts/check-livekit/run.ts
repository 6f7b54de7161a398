/**
 * Checks that your LiveKit server supports this release's meets: `npm run check-livekit` with the service's
 * LIVEKIT_* settings. Exits with 1 if a proof fails. Takes at most two minutes and needs Chromium.
 */

import { join } from 'node:path';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { createMeetEngine } from '../../packages/server/src/environment/meet-engine.ts';
import { browserPeople } from './browser-people.ts';
import { prove } from './proofs.ts';

const TIMEOUT_MS = 20_000;
const RECORDED_MS = 5_000;
const REQUIRED = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'];

async function run(): Promise<boolean> {
  const missing = REQUIRED.find((name) => !process.env[name]);
  if (missing) throw new Error(`${missing} is not set: set ${REQUIRED.join(', ')} as for the service`);
  const config = readConfig(process.env);
  const engine = createMeetEngine(config, {
    info: () => undefined,
    warn: (fields, message) => process.stderr.write(`${message}: ${Object(fields).err ?? ''}\n`),
  });
  const people = await browserPeople();
  const setup = {
    engine,
    open: people.open,
    recordings: config.livekitEgressDir === '' ? undefined : join(config.dataDir, 'meet-recordings'),
    timeoutMs: TIMEOUT_MS,
    recordedMs: RECORDED_MS,
  };
  try {
    return await prove(setup, ({ name, result, detail }) =>
      process.stdout.write(`${result.padEnd(8)}${name.padEnd(10)} ${detail}\n`),
    );
  } finally {
    await engine.stop();
    await people.close();
  }
}

const isProved = await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return false;
});
process.exit(isProved ? 0 : 1);
