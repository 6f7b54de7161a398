const PART = /(?<!\b(?:FOR|KEY|DO) )\b(INSERT INTO|DELETE FROM|UPDATE) (\w+)/g;
const READ_TABLE = /\bFROM (\w+)/;
const MAX_LENGTH = 100;

const summaries = new Map<string, string>();

export function summaryOf(text: string): string {
  let summary = summaries.get(text);
  if (summary === undefined) {
    summary = summarize(text);
    summaries.set(text, summary);
  }
  return summary;
}

function summarize(text: string): string {
  const parts = [...text.matchAll(PART)].map(([, verb = '', table]) => `${verb.split(' ', 1)[0]} ${table}`);
  if (parts.length > 0) return [...new Set(parts)].join(' ').slice(0, MAX_LENGTH);
  const [verb = ''] = /^\w+/.exec(text.trimStart()) ?? [];
  const table = READ_TABLE.exec(text)?.[1];
  return table === undefined ? verb : `SELECT ${table}`;
}
