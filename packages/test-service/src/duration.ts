/** Milliseconds, or text such as `'2 days'` or `'1 hour 30 minutes'`. */
export type Duration = number | string;

const UNITS: Record<string, number> = {
  millisecond: 1,
  ms: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Returns milliseconds. Throws TypeError. */
export function readDuration(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)];
  const rest = duration.replace(/(\d+(?:\.\d+)?)\s*([a-z]+)|[\s,]|\band\b/g, '');
  const sum = parts.reduce((total, [, count, unit = '']) => {
    return total + Number(count) * (UNITS[unit.length > 2 ? unit.replace(/s$/, '') : unit] ?? Number.NaN);
  }, 0);
  if (parts.length === 0 || rest !== '' || Number.isNaN(sum))
    throw new TypeError(`“${duration}” is not a duration: write 1500, '2 days' or '1 hour 30 minutes'`);
  return Math.round(sum);
}
