/**
 * Starts the server on its own data directory and measures it, as ratios where possible.
 *
 * npm run bench              everything
 * npm run bench -- peers     compared with oidc-provider and parse-server
 * npm run bench -- cluster   three processes behind nginx, compared with one
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clusterEvents } from './cluster/events.ts';
import { createInstallation } from './installation.ts';
import { maxCoreShare } from './load/http-load.ts';
import type { Bench } from './measurement.ts';
import { measurements } from './measurements/index.ts';
import { installPeers } from './peers/install.ts';
import { peerMessages } from './peers/messages.ts';
import { peerTokens } from './peers/tokens.ts';
import { classify, describeMachine, type Result } from './report.ts';

const USAGE = `npm run bench -- [peers|cluster] [options]
  Takes about ten minutes on two idle cores, and longer on a busy machine.
  peers           beside oidc-provider and parse-server, which npm installs into a scratch folder
  cluster         three processes behind nginx beside one, on Debian's PostgreSQL and Redis
  --only TEXT     only the figures whose name contains TEXT
  --rounds N      rounds of each measurement, of which the median is taken (5)
  --quick         short rounds and little data: tries the benchmark, not the server
  --json          JSON to standard output: {name: {value, unit, budget, ok}}
  --strict        fails when a budget is missed
  --profile DIR   writes CPU profiles of the server into DIR, one for each start
`;

const INTERRUPTED = 130;
/** If the load generator uses more than this fraction of a core, it affects the figures. */
const BUSY = 0.9;

const suites = { service: measurements, peers: [peerTokens, peerMessages], cluster: [clusterEvents] };

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1');
  const [name = 'service', ...more] = positionals;
  const suite = suites[name as keyof typeof suites];
  if (suite === undefined || more.length > 0) throw new Error(`unknown: ${positionals.join(' ')}`);
  return { ...values, suite, rounds };
}

async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
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
  const { suite, only, json, profile } = options;
  const chosen = suite.filter(({ figures }) => Object.keys(figures).some((name) => name.includes(only)));
  if (chosen.length === 0) throw new Error(`no figure's name contains ${only}`);
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`];
  const installation = await createInstallation(nodeOptions);
  cleanUp.defer(() => installation.remove());
  const notes = describeMachine(installation.dataDir);
  const bench = createBench(options, installation, cleanUp, notes);
  const results = new Map<string, Result>();
  for (const { figures, run } of chosen) {
    process.stderr.write(`${Object.values(figures)[0]?.what} …\n`);
    for (const [name, value] of Object.entries(await run(bench))) {
      const figure = figures[name];
      if (!figure) throw new Error(`${name} is not among the figures of its measurement`);
      if (name.includes(only)) results.set(name, classify(value, figure));
    }
  }
  const share = `autocannon used at most ${Math.round(maxCoreShare() * 100)} % of a core`;
  if (maxCoreShare() > 0)
    notes.push(maxCoreShare() > BUSY ? `${share}: it slowed the fastest figures` : share);
  if (json) process.stdout.write(`${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
  else console.table(Object.fromEntries(results));
  const text = notes.map((note) => `- ${note}\n`).join('');
  (json ? process.stderr : process.stdout).write(text);
  return results;
}

function createBench(
  { rounds, quick }: Options,
  installation: Bench['installation'],
  cleanUp: AsyncDisposableStack,
  notes: string[],
): Bench {
  if (quick) notes.push('a quick run: too short to show anything about speed');
  let peers: Promise<string> | undefined;
  cleanUp.defer(async () => {
    const directory = await peers?.catch(() => undefined);
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });
  return {
    installation,
    rounds,
    quick,
    peers() {
      peers ??= installPeers();
      return peers;
    },
    defer: (end) => cleanUp.defer(end),
    note: (text) => notes.push(text),
  };
}

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

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
