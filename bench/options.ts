import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  /** What is measured: the service by itself, or beside other servers. */
  suite: Suite;
  /** Only figures whose name contains this. */
  only: string;
  rounds: number;
  quick: boolean;
  json: boolean;
  strict: boolean;
  /** A directory for CPU profiles of the server. */
  profile: string | undefined;
}

const SUITES = ['service', 'peers', 'cluster'] as const;
type Suite = (typeof SUITES)[number];

/** How to call the benchmark. */
export const USAGE = `npm run bench -- [peers|cluster] [options]
  peers           beside oidc-provider and parse-server, which npm installs into a scratch folder
  cluster         three processes behind nginx beside one, on Debian's PostgreSQL and Redis
  --only TEXT     only the figures whose name contains TEXT
  --rounds N      rounds of each measurement, of which the median is taken (5)
  --quick         short rounds and little data: to try the benchmark, not the server
  --json          JSON to standard output: {name: {value, unit, budget, ok}}
  --strict        fail when a budget is missed
  --profile DIR   write CPU profiles of the server into DIR, one for each start
`;

const ROUNDS = 5;
const ROUNDS_WHEN_QUICK = 2;

/** Reads the options. Throws an Error with the usage when they are wrong. */
export function readOptions(args: string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        only: { type: 'string', default: '' },
        rounds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        profile: { type: 'string' },
      },
    });
    const rounds = Number(values.rounds ?? (values.quick ? ROUNDS_WHEN_QUICK : ROUNDS));
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1');
    const [word = 'service', ...more] = positionals;
    const suite = SUITES.find((each) => each === word);
    if (suite === undefined || more.length > 0) throw new Error(`unknown: ${positionals.join(' ')}`);
    return { ...values, suite, rounds, profile: values.profile };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}
