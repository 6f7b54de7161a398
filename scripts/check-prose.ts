/** Fails on sentences that are hard to read (prose-rules.ts): `node scripts/check-prose.ts [PATH…]`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { MAX_SENTENCE_WORDS, PROSE_RULES } from './prose-rules.ts';

const SKIPPED = /(^|\/)(generated|fixtures)\/|^scripts\/(check-prose\.test|prose-rules)\.ts$|LICENSE/;
const CATALOGUES = /^packages\/web\/src\/strings\//;

interface Block {
  line: number;
  text: string;
}

export function findProse(path: string, source: string): string[] {
  const blocks = path.endsWith('.md') ? blocksOfMarkdown(source) : blocksOfCode(path, source);
  return blocks.flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const words = sentence.split(' ').length;
      const found = PROSE_RULES.flatMap(({ pattern, remedy, skipsTexts }) => {
        const match = skipsTexts && CATALOGUES.test(path) ? null : pattern.exec(sentence);
        return match ? [`${path}:${line} “${match[0].slice(0, 60)}”: ${remedy}`] : [];
      });
      return words > MAX_SENTENCE_WORDS
        ? [...found, `${path}:${line} a sentence of ${words} words: “${sentence.slice(0, 60)}…”`]
        : found;
    }),
  );
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/`[^`]*`/g, 'X')
    .replace(/\s+/g, ' ')
    .trim();
  return [...segmenter.segment(plain)].map(({ segment }) => segment.trim());
}

function blocksOfMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  let open: Block | undefined;
  for (const [index, row] of source.split('\n').entries()) {
    const isFence = /^\s*(```|~~~)/.test(row);
    if (isFence) isCode = !isCode;
    const isNew = /^\s*([-*+] |\d+\. |#|\||>|<)/.test(row);
    if (isFence || isCode || isNew || row.trim() === '') open = undefined;
    if (isFence || isCode || row.trim() === '') continue;
    const text = row
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/https?:\S+/g, 'X')
      .replace(/^\s*([-*+]|\d+\.|#+|>)\s+/, '')
      .replace(/[*_]{1,2}(\S[^*_]*)[*_]{1,2}/g, '$1');
    if (row.trim().startsWith('|'))
      for (const cell of text.split('|')) blocks.push({ line: index + 1, text: cell });
    else if (open) open.text += `\n${text}`;
    else {
      open = { line: index + 1, text };
      blocks.push(open);
    }
  }
  return blocks;
}

function blocksOfCode(path: string, source: string): Block[] {
  const { comments, program } = parseSync(path, source);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const blocks: Block[] = [];
  let previousEnd = -1;
  for (const { start, end, type, value } of comments) {
    if (/^\s*(biome-ignore|@ts-|@vite|#__|<reference|not shown)/.test(value)) continue;
    const last = blocks.at(-1);
    if (type === 'Line' && last && /^\s*$/.test(source.slice(previousEnd, start))) last.text += ` ${value}`;
    else
      for (const part of value.replace(/^\s*\*+ ?/gm, '').split(/\n(?=@|\n|\s*(?:-|\d+\.) )|^\s*@\w+/m))
        blocks.push({ line: lineAt(start), text: part.replace(/^@\w+\s/, '') });
    previousEnd = end;
  }
  if (CATALOGUES.test(path))
    for (const [text, start] of stringsIn(program)) blocks.push({ line: lineAt(start), text });
  return blocks;
}

function* stringsIn(node: unknown): Generator<[text: string, start: number]> {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, start } = node as { type?: string; value?: unknown; start: number };
  if (type === 'ImportDeclaration') return;
  if (type === 'Literal' && typeof value === 'string') yield [value, start];
  if (type === 'TemplateElement') yield [(value as { cooked: string }).cooked, start];
  for (const child of Object.values(node)) yield* stringsIn(child);
}

if (import.meta.main) {
  const paths = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  }).split('\n');
  const checked = paths.filter((path) => /\.(md|tsx?|mjs)$/.test(path) && !SKIPPED.test(path));
  const findings = checked.flatMap((path) => findProse(path, readFileSync(path, 'utf8')));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
