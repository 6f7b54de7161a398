import { dateOf, utcMidnight } from '../design/date-text.ts';

interface Person {
  id: string;
  name: string;
}

export interface TypedTodo {
  name: string;
  /** Such as `2026-12-01`. */
  day?: string;
  assignee?: Person;
}

export type TypedPart = 'day' | 'assignee';

interface Reading {
  people: readonly Person[];
  locales: readonly string[];
  /** Such as `2026-11-30`. */
  today: string;
  /** Parts that the user wants to have in the name. */
  asText: ReadonlySet<TypedPart>;
}

const DAY_MS = 86_400_000;

/** Reads a day and an `@name` only at the end, because elsewhere they usually belong to the sentence. */
export function readTyped(text: string, reading: Reading): TypedTodo {
  const typed: TypedTodo = { name: text.trim() };
  for (;;) {
    const day = typed.day === undefined && !reading.asText.has('day') && lastOf(typed.name, daysOf(reading));
    if (day) {
      typed.name = day.rest;
      typed.day = day.value;
      continue;
    }
    const canAssign = typed.assignee === undefined && !reading.asText.has('assignee');
    const person = canAssign && lastOf(typed.name, namesOf(reading.people));
    if (!person) return typed;
    typed.name = person.rest;
    typed.assignee = person.value;
  }
}

/** Without other words, the text remains a name. */
function lastOf<T>(text: string, words: ReadonlyMap<string, T>): { rest: string; value: T } | undefined {
  const lower = text.toLowerCase();
  for (const [word, value] of words) {
    if (!lower.endsWith(` ${word}`)) continue;
    const rest = text.slice(0, -word.length).trim();
    if (rest !== '') return { rest, value };
  }
  return undefined;
}

function daysOf({ locales, today }: Reading): ReadonlyMap<string, string> {
  const start = utcMidnight(today);
  const distances = new Intl.RelativeTimeFormat([...locales], { numeric: 'auto' });
  const weekday = new Intl.DateTimeFormat([...locales], { weekday: 'long', timeZone: 'UTC' });
  const days = new Map<string, string>();
  const add = (word: string, date: string) => {
    if (!/\d/.test(word) && !days.has(word)) days.set(word, date);
  };
  for (const distance of [0, 1, 2])
    add(distances.format(distance, 'day').toLowerCase(), dateOf(start + distance * DAY_MS));
  for (let distance = 1; distance <= 7; distance++) {
    const at = start + distance * DAY_MS;
    add(weekday.format(at).toLowerCase(), dateOf(at));
  }
  return days;
}

/** A first name that several people have means nobody. */
function namesOf(people: readonly Person[]): ReadonlyMap<string, Person> {
  const firstOf = ({ name }: Person) => name.split(' ', 1)[0]?.toLowerCase() ?? '';
  const counts = Map.groupBy(people, firstOf);
  return new Map([
    ...people.map((person) => [`@${person.name.toLowerCase()}`, person] as const),
    ...people.flatMap((person) =>
      counts.get(firstOf(person))?.length === 1 ? [[`@${firstOf(person)}`, person] as const] : [],
    ),
  ]);
}
