import { parseArgs } from 'node:util';

export interface Options {
  /** With or without `/v1/`. Default: the credentials file's address. */
  base: string | undefined;
  credentials: string;
  sandbox: boolean;
  /** Rules such as `TX-19`, or groups such as `TX`. Empty for all. */
  only: string[];
  refreshToken: string | undefined;
  json: boolean;
  verbose: boolean;
}

export const usage = `Checks a server against the rules in docs/rules, over HTTP and with nothing but a credentials file.

  ringbinder-conformance [BASE] [options]

  BASE                 address of the server, for example http://127.0.0.1:8400 (default: base_url of the credentials)
  --credentials FILE   a file like demo.json (default: data/demo.json)
  --sandbox            checks the sandbox instead of production
  --only RULES         rules or groups of rules, separated by commas: TX-19,PAGE
  --refresh-token TOKEN  a refresh token of the client, which is spent: also checks the refresh grant
  --json               prints the report as JSON
  --verbose            also tells why rules are not applicable
  --help               prints this

It makes its own binders and deletes them; users are made by the unique-identifier grant and stay.
The exit code is 0 when everything held, 1 when something failed, 2 when it could not be tried.
`;

/** Returns undefined for help. Throws a one-line Error. */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      credentials: { type: 'string', default: 'data/demo.json' },
      sandbox: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      'refresh-token': { type: 'string' },
      json: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (positionals.length > 1) throw new Error('one base address is enough');
  const only = values.only.split(',').filter(Boolean);
  const wrong = only.find((each) => !/^[A-Z]+(-[1-9]\d*)?$/.test(each));
  if (wrong !== undefined) throw new Error(`--only ${wrong} is neither a rule (TX-19) nor a group (TX)`);
  const { 'refresh-token': refreshToken, ...rest } = values;
  return { ...rest, only, refreshToken, base: positionals[0] };
}

export function readBase(base: string): { origin: string; sandbox: boolean } {
  const address = URL.parse(base);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Error(`${base} is not an http or https address`);
  const path = address.pathname.replace(/\/+$/, '');
  return {
    origin: `${address.origin}${path.replace(/(\/sandbox)?\/v1$/, '')}/`,
    sandbox: path.endsWith('/sandbox/v1'),
  };
}
