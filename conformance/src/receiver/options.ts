import { parseArgs } from 'node:util';

export interface ReceiverOptions {
  url: string;
  secret: string;
  /** If undefined, an id is generated. */
  clientId: string | undefined;
  orgId: string | undefined;
  binderId: string | undefined;
  timeoutMs: number;
  json: boolean;
  verbose: boolean;
}

export const receiverUsage = `Checks the receiver of a bot: sends it deliveries, genuine and not, and judges how it answers.

  ringbinder-conformance --receiver URL --secret whsec_… [options]

  --receiver URL       the webhook address of the bot
  --secret SECRET      its webhook secret (default: the variable WEBHOOK_SECRET)
  --client-id ID       its bot app: what is for another one it may refuse
  --org-id ID          the org that events name (default: one that is made up)
  --binder-id ID       a binder that it may act in: also sends every kind of event
  --timeout SECONDS    how long an answer may take (default: 15, as with the service)
  --json               prints the report as JSON
  --verbose            also tells why checks are not applicable

The bot takes what it is sent for real. Check one that is not at work: its ledger will hold the events.
The exit code is 0 when everything held, 1 when something failed, 2 when it could not be tried.
`;

const DEFAULT_SECONDS = '15';

export function asksForReceiver(args: string[]): boolean {
  return args.some((arg) => arg === '--receiver' || arg.startsWith('--receiver='));
}

export function readReceiverOptions(
  args: string[],
  variables: NodeJS.ProcessEnv = process.env,
): ReceiverOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      receiver: { type: 'string', default: '' },
      secret: { type: 'string', default: variables.WEBHOOK_SECRET ?? '' },
      'client-id': { type: 'string' },
      'org-id': { type: 'string' },
      'binder-id': { type: 'string' },
      timeout: { type: 'string', default: DEFAULT_SECONDS },
      json: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const address = URL.parse(values.receiver);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Error(`--receiver ${values.receiver} is not an http or https address`);
  if (values.secret === '')
    throw new Error('--secret is needed: what the deliveries of the bot are signed with');
  const seconds = Number(values.timeout);
  if (!(seconds > 0 && seconds <= 600))
    throw new Error(`--timeout ${values.timeout} is not a number of seconds up to 600`);
  return {
    url: address.href,
    secret: values.secret,
    clientId: values['client-id'],
    orgId: values['org-id'],
    binderId: values['binder-id'],
    timeoutMs: seconds * 1000,
    json: values.json,
    verbose: values.verbose,
  };
}
