/** Holds the links of the documents to what is there: every relative one leads to a file or folder of the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

function problemsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.flatMap((target) => {
    if (/^([a-z]+:|#)/.test(target)) return [];
    const path = join(dirname(file), decodeURI(target.split('#', 1)[0] ?? ''));
    return existsSync(join(root, path)) ? [] : [`${file}: ${target} leads nowhere`];
  });
}

const files = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'data/**'] });
const problems = files.flatMap(problemsOf);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
