/**
 * Verifies for an hour that memory, descriptors, connections and disk do not grow. Exits with 1 if one grows,
 * a call fails, or a delivery is missing. `npm run soak -- --minutes 10` takes less time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createInstallation } from '../installation.ts';
import { describeMachine } from '../report.ts';
import { judge, MIN_SAMPLES } from './judge.ts';
import { startLoads } from './loads.ts';
import { type Sample, takeSample } from './samples.ts';

const USAGE = 'npm run soak -- [--minutes N]   how long the load goes on (60)\n';
const SAMPLES = 60;
const MAX_FAILURES_TOLD = 10;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '60' }, help: { type: 'boolean' } },
  });
  const minutes = Number(values.minutes);
  if (values.help || !(minutes > 0)) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const installation = await createInstallation([]);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => installation.remove());
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.remove().finally(() => process.exit(130)));
  const server = await installation.server();
  const loads = await startLoads(installation);
  const samples: Sample[] = [];
  const begun = performance.now();
  const pauseMs = Math.max(1_000, (minutes * 60_000) / SAMPLES);
  const count = Math.max(MIN_SAMPLES, Math.floor((minutes * 60_000) / pauseMs));
  process.stdout.write(
    `${['seconds', 'server MB', 'external MB', 'meets MB', 'workers', 'descriptors', 'PostgreSQL', 'disk MB', 'posts', 'failed'].map(column).join('')}\n`,
  );
  while (samples.length < count) {
    await sleep(pauseMs);
    const seconds = (performance.now() - begun) / 1_000;
    const sample = { seconds, posts: loads.posts(), ...(await takeSample(server, installation.dataDir)) };
    samples.push(sample);
    const { external, meets, workers, descriptors, connections, disk, posts } = sample;
    const line = [
      seconds,
      sample.server,
      external,
      meets,
      workers,
      descriptors,
      connections,
      disk,
      posts,
      loads.failures().length,
    ];
    process.stdout.write(`${line.map((value) => column(String(Math.round(value)))).join('')}\n`);
  }
  const missing = await loads.end();
  const failures = loads.failures();
  const verdicts = judge(samples);
  process.stdout.write('\n');
  for (const { name, before, after, unit, isFlat } of verdicts)
    process.stdout.write(
      `${isFlat ? 'ok    ' : 'GROWS '} ${name}: ${before.toFixed(1)} → ${after.toFixed(1)} ${unit}\n`,
    );
  process.stdout.write(`${loads.calls()} calls, ${failures.length} failed, ${loads.posts()} messages\n`);
  for (const words of [...missing, ...failures.slice(0, MAX_FAILURES_TOLD)])
    process.stdout.write(`- ${words}\n`);
  for (const note of describeMachine(installation.dataDir)) process.stdout.write(`- ${note}\n`);
  const isFine = failures.length === 0 && missing.length === 0 && verdicts.every(({ isFlat }) => isFlat);
  return isFine ? 0 : 1;
}

const column = (text: string) => text.padStart(12);

process.exitCode = await main();
