import { text } from '../strings/console.ts';

type Choices = readonly (readonly [value: string, label: string])[];

const DAYS = { any: '', day: '1', week: '7', month: '30', quarter: '90', year: '365' } as const;

export const periodsOf = (...names: (keyof typeof DAYS)[]): Choices =>
  names.map((name) => [DAYS[name], text.periods[name]]);

/** Seconds for which an old secret continues to work. */
export function graces(): Choices {
  const { now, hour, day, week } = text.secrets.graces;
  return [
    ['0', now],
    ['3600', hour],
    ['86400', day],
    ['604800', week],
  ];
}
