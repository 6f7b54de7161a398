/** How the bot hears of events. */
export type Mode =
  /** The service posts them to the bot, which listens on `port`. */
  | { kind: 'webhook'; webhookSecret: string; port: number }
  /** The bot asks the service for them, in one org. Nobody has to be able to reach it. */
  | { kind: 'pull'; orgId: string };

/** What the bot has to know. */
export interface Settings {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** A file that remembers which events were dealt with. */
  ledger: string;
  mode: Mode;
}

/** Reads the settings from environment variables; README.md lists them. Throws an Error that names one that is missing. */
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
