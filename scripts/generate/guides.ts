import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
/** A fence that names a file of the repository contains that file. */
const SHOWN = /^```(\w+) ((?:docs\/guides\/code|examples)\/\S+)\n[\s\S]*?^```$/gm;

export function showPrograms(): Record<string, string> {
  const guides = globSync('docs/guides/*.md', { cwd: root }).sort();
  return Object.fromEntries(
    guides.map((path) => [
      path,
      readFileSync(join(root, path), 'utf8').replace(SHOWN, (_fence, language: string, file: string) => {
        return `\`\`\`${language} ${file}\n${readFileSync(join(root, file), 'utf8')}\`\`\``;
      }),
    ]),
  );
}
