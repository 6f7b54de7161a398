export type Mode =
  | { kind: 'webhook'; webhookSecret: string; port: number }
  /** The bot polls for one organisation's events, so it needs no public address. */
  | { kind: 'pull'; orgId: string };

export interface Settings {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  ledger: string;
  mode: Mode;
}

export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const needed = (name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`${name} is not set; README.md says what it is`);
    return value;
  };
  return {
    baseUrl: needed('BASE_URL'),
    clientId: needed('CLIENT_ID'),
    clientSecret: needed('CLIENT_SECRET'),
    ledger: variables.LEDGER || 'data/echo-bot.ledger',
    mode:
      variables.MODE === 'pull'
        ? { kind: 'pull', orgId: needed('ORG_ID') }
        : { kind: 'webhook', webhookSecret: needed('WEBHOOK_SECRET'), port: Number(variables.PORT || 8500) },
  };
}
