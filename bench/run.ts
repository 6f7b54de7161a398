/**
 * The benchmark: starts the real server on a data directory of its own and measures it, as ratios where one can be had.
 *
 *   npm run bench              everything, some two minutes
 *   npm run bench -- peers     beside oidc-provider and parse-server
 *   npm run bench -- cluster   three processes behind nginx beside one
 *   npm run bench -- --help    the options
 */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clusterMeasurements } from './cluster/growth.ts';
import { createInstallation } from './installation.ts';
import { startLoadGenerator } from './load/index.ts';
import { describeMachine } from './machine.ts';
import type { Bench } from './measurement.ts';
import { measurements } from './measurements/index.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { installPeers, peerMeasurements } from './peers/index.ts';
import { classify, formatTable, type Result } from './report.ts';

/** The exit code of a program that was ended by Ctrl-C. */
const INTERRUPTED = 130;

const measurementsOf = { service: measurements, peers: peerMeasurements, cluster: clusterMeasurements };

/** From here on the load generator itself holds the figures down. */
const BUSY = 0.9;

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = readOptions(args);
  const cleanUp = new AsyncDisposableStack();
  endOnSignal(cleanUp);
  try {
    const results = await measure(options, cleanUp);
    return options.strict && [...results.values()].some(({ ok }) => !ok) ? 1 : 0;
  } finally {
    await cleanUp.disposeAsync();
  }
}

async function measure(options: Options, cleanUp: AsyncDisposableStack): Promise<Map<string, Result>> {
  const { suite, only, rounds, quick, json } = options;
  const chosen = measurementsOf[suite].filter(({ figures }) =>
    Object.keys(figures).some((name) => name.includes(only)),
  );
  if (chosen.length === 0) throw new Error(`no figure's name contains ${only}`);
  const installation = await createInstallation(profileOptions(options));
  cleanUp.defer(() => installation.remove());
  const generator = startLoadGenerator();
  cleanUp.defer(async () => generator.close());
  const notes = describeMachine(installation.dataDir);
  if (quick) notes.push('a quick run: too short to tell anything about speed');
  let peers: Promise<string> | undefined;
  const bench: Bench = {
    installation,
    generator,
    rounds,
    quick,
    peers() {
      peers ??= installPeers();
      return peers;
    },
    defer: (end) => cleanUp.defer(end),
    note: (text) => notes.push(text),
  };
  cleanUp.defer(async () => {
    const directory = await peers?.catch(() => undefined);
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });

  const results = new Map<string, Result>();
  for (const { figures, run } of chosen) {
    process.stderr.write(`${Object.values(figures)[0]} …\n`);
    for (const [name, figure] of Object.entries(await run(bench)))
      if (name.includes(only)) results.set(name, classify(name, figure));
  }
  notes.push(generatorNote(generator.busiest()));
  const text = notes.map((note) => `- ${note}\n`).join('');
  if (json) process.stdout.write(`${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
  else process.stdout.write(`\n${formatTable(results)}\n`);
  (json ? process.stderr : process.stdout).write(text);
  return results;
}

function profileOptions({ profile }: Options): string[] {
  if (profile === undefined) return [];
  mkdirSync(profile, { recursive: true });
  return ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`];
}

function generatorNote(busiest: number): string {
  const share = `the load generator used ${Math.round(busiest * 100)} % of a core at the most`;
  return busiest > BUSY ? `${share}: it held the fastest figures down` : share;
}

/** Ctrl-C leaves nothing behind, however often it is pressed: no server, no database, no directory. */
function endOnSignal(cleanUp: AsyncDisposableStack): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      cleanUp.disposeAsync().finally(() => process.exit(INTERRUPTED));
    });
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
