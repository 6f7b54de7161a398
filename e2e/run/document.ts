import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = new URL('../..', import.meta.url).pathname;

export const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();

/** `npm test` runs these, and `npm run test:slow` all other documents. */
export const QUICK_START = [
  'README.md',
  'docs/guides/README.md',
  'docs/guides/first-binder.md',
  'docs/guides/unique-identifier.md',
];

export interface Block {
  file: string;
  line: number;
  commands: string;
  /** The lines after `#> `. If there are none, each request of the block must succeed. */
  answers: string[];
}

/** Matches a fenced block, or a comment such as `<!-- press "Sign out", see "You are signed out" -->`. */
const BLOCK = /^```sh run\n([\s\S]*?)^```$|^<!-- press "(.+)", see "(.+)" -->$/gm;
const ANSWER = /^#> (.*)$/gm;

export function readBlocks(file: string): Block[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(BLOCK)].map(({ index, 1: fenced, 2: button, 3: seen }) => {
    const commands = fenced ?? `press '${button}'\n#> ${seen}\n`;
    return {
      file,
      line: text.slice(0, index).split('\n').length,
      commands,
      answers: [...commands.matchAll(ANSWER)].map(([, answer = '']) => answer),
    };
  });
}

export function isAnswer(expectedOutput: string, line: string): boolean {
  const parts = expectedOutput.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(line);
}
