const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/i;

/** Returns undefined for 31 April and 24:00, although `Date.parse` accepts them. */
export function parseIsoTime(text: string): number | undefined {
  const [, date, time, second = '00', hours = '00', minutes = '00'] = ISO.exec(text) ?? [];
  if (date === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const written = `${date}T${time}:${second}`;
  const there = new Date(`${written}Z`);
  if (Number.isNaN(there.getTime()) || there.toISOString().slice(0, written.length) !== written)
    return undefined;
  return Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
}
