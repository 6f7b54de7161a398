import { type Config, readConfig, settings } from '../config/config.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

type Variables = Record<string, string | undefined>;

/** Shorter names, such as PORT, are too similar to other variables, such as PATH. */
const SHORTEST_NAME = 8;
const MAX_DISTANCE = 2;
const NAME = 'Settings';

const known = Object.values(settings).map(({ name }) => name as string);

export interface CheckedSettings {
  config: Config;
  invalid: string[];
  findings: Finding[];
}

export function checkSettings(variables: Variables): CheckedSettings {
  const findings: Finding[] = [];
  const invalid: string[] = [];
  const read = Object.entries(settings).map(([key, { name, fallback, read }]) => {
    try {
      return [key, read(variables[name]?.trim() || fallback)];
    } catch (error) {
      invalid.push(name);
      findings.push(fail(NAME, `${name} ${reasonOf(error)}`, 'correct it: docs/settings.md'));
      return [key, read(fallback)];
    }
  });
  if (invalid.length === 0) findings.push(...contradiction(variables));
  findings.push(...misspelt(variables));
  const count = known.filter((name) => variables[name]?.trim()).length;
  if (findings.length === 0) findings.push(ok(NAME, `${count} set, all valid`));
  return { config: Object.fromEntries(read) as Config, invalid, findings };
}

function contradiction(variables: Variables): Finding[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return [fail(NAME, reasonOf(error), 'correct it: docs/settings.md')];
  }
}

function misspelt(variables: Variables): Finding[] {
  const unknown = Object.keys(variables).filter(
    (name) => name.length >= SHORTEST_NAME - 1 && !known.includes(name),
  );
  return unknown.flatMap((name) => {
    const similarName = known.find(
      (other) => other.length >= SHORTEST_NAME && editDistance(name, other) <= MAX_DISTANCE,
    );
    if (similarName === undefined) return [];
    return [warn(NAME, `${name} is not a setting and has no effect`, `name it ${similarName}, or remove it`)];
  });
}

function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_DISTANCE) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
