export type Inline =
  | string
  | { kind: 'code' | 'bold' | 'italic' | 'strike' | 'link'; text: string; href: string };

// Repetitions are bounded, because many unclosed marks would slow the search.
const INLINE =
  /`([^`]+)`|\*\*(?=\S)(.{1,500}?)(?<=\S)\*\*|__(?=\S)(.{1,500}?)(?<=\S)__|(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)|~~(?=\S)(.{1,500}?)(?<=\S)~~|\[([^\][]+)\]\((https?:\/\/[^\s()]+|mailto:[^\s()]+)\)|(https?:\/\/[^\s<>()"']+[^\s<>()"'.,;:!?])/g;

export function inlinesOf(line: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of line.matchAll(INLINE)) {
    const [all, code, bold, bold2, italic, italic2, strike, label, target, bare = ''] = match;
    if (match.index > from) parts.push(line.slice(from, match.index));
    from = match.index + all.length;
    const add = (kind: Exclude<Inline, string>['kind'], text: string, href = '') =>
      parts.push({ kind, text, href });
    if (code !== undefined) add('code', code);
    else if (bold !== undefined) add('bold', bold);
    else if (bold2 !== undefined) add('bold', bold2);
    else if (italic !== undefined) add('italic', italic);
    else if (italic2 !== undefined) add('italic', italic2);
    else if (strike !== undefined) add('strike', strike);
    else add('link', label ?? bare, target ?? bare);
  }
  if (from < line.length) parts.push(line.slice(from));
  return parts;
}
