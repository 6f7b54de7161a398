export interface Settings {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Contains two secrets during a rotation. */
  webhookSecret: string[];
  port: number;
  data: string;
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
    webhookSecret: needed('WEBHOOK_SECRET').split(' '),
    port: Number(variables.PORT || 8501),
    data: variables.DATA || 'data/approval-bot',
  };
}
