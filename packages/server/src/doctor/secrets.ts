import { withoutCredentials } from '../secrets/without-credentials.ts';

/** Shorter secrets would match parts of ordinary words. */
const SHORTEST = 4;
const SECRET = /(SECRET|_KEY$|PASSWORD|TOKEN)/;

export function redactorOf(variables: Record<string, string | undefined>): (text: string) => string {
  const secrets = Object.entries(variables)
    .flatMap(([name, value = '']) => (SECRET.test(name) ? [value.trim()] : passwordsIn(value)))
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  return (text) => withoutCredentials(secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text));
}

function passwordsIn(value: string): string[] {
  const [, raw] = /:\/\/[^/\s:]*:([^/\s]*)@/.exec(value) ?? [];
  if (raw === undefined) return [];
  try {
    return [raw, decodeURIComponent(raw)];
  } catch {
    return [raw];
  }
}
