export type Segment =
  | { type: 'words'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string; userId: string };

const LINK = /\b(?:https?:\/\/|mailto:)[^\s<>"'`]+/gi;
const TRAILING = /[.,:;!?…]+$/;

export function segmentsOf(text: string, mentions: ReadonlyMap<string, string> = new Map()): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const href = withoutTrailing(match[0]);
    segments.push(...withMentions(text.slice(end, match.index), mentions));
    segments.push({ type: 'link', text: href, href });
    end = match.index + href.length;
  }
  segments.push(...withMentions(text.slice(end), mentions));
  return segments;
}

function withoutTrailing(address: string): string {
  let href = address.replace(TRAILING, '');
  while (href.endsWith(')') && count(href, '(') < count(href, ')'))
    href = href.slice(0, -1).replace(TRAILING, '');
  return href;
}

const count = (text: string, character: string) => text.split(character).length - 1;

function withMentions(text: string, mentions: ReadonlyMap<string, string>): Segment[] {
  if (text === '') return [];
  if (mentions.size === 0) return [{ type: 'words', text }];
  // Try longer names first, because “Ann” is part of “Ann Lee”.
  const names = [...mentions.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const parts = text.split(new RegExp(`@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'u'));
  return parts.flatMap((part, place): Segment[] => {
    if (place % 2 === 1) return [{ type: 'mention', text: `@${part}`, userId: mentions.get(part) ?? '' }];
    return part === '' ? [] : [{ type: 'words', text: part }];
  });
}

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
