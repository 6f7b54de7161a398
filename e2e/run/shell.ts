import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Block, isAnswer, root } from './document.ts';

/** Desktop programs, and a `node` that is too old for TypeScript. */
const bin = new URL('bin', import.meta.url).pathname;

/** Lets documents use plain curl. In a block without expected output, a rejected request ends the run. */
const settingsOfCurl = ({ answers }: Block) =>
  `max-time = 20\n${answers.length > 0 ? '' : 'fail-with-body\n'}`;

const MAX_AGE_MS = 120_000;

export interface Run {
  code: number | null;
  output: string;
  differences: string[];
}

/** Ends processes that the blocks leave behind. */
export async function runBlocks(blocks: Block[], settings: Record<string, string>): Promise<Run> {
  const curlHome = await mkdtemp(join(tmpdir(), 'ringbinder-curl-'));
  const script = blocks.map(
    (block, index) => `printf '\\n<block ${index}>\\n'
cat > "$CURL_HOME/.curlrc" <<'CURL'
${settingsOfCurl(block)}CURL
${block.commands}`,
  );
  // With this variable, a nested test run would report to the outer one.
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const shell = spawn('bash', ['-c', `set -eo pipefail\n${script.join('\n')}`], {
    cwd: root,
    env: {
      ...own,
      PATH: [bin, process.env.PATH].join(delimiter),
      OUR_NODE: process.execPath,
      CURL_HOME: curlHome,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Lets the test end all descendants.
    detached: true,
  });
  let [output, errors] = ['', ''];
  shell.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  shell.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const end = () => shell.pid !== undefined && endGroup(shell.pid);
  const tooLong = setTimeout(end, MAX_AGE_MS);
  const closed = once(shell, 'close');
  const [code] = await once(shell, 'exit');
  clearTimeout(tooLong);
  end();
  await closed;
  await rm(curlHome, { recursive: true });
  const outputs = output.split(/\n<block \d+>\n/).slice(1);
  const differences = blocks.flatMap((block, index) => differencesOf(block, outputs[index] ?? ''));
  const sections = outputs.map((text, index) => `<${blocks[index]?.file}:${blocks[index]?.line}>\n${text}`);
  return { code, output: `${sections.join('\n')}\n${errors}`, differences };
}

function differencesOf({ file, line, answers }: Block, output: string): string[] {
  if (answers.length === 0) return [];
  const lines = output.split('\n').filter((text) => text.trim() !== '');
  const length = Math.max(lines.length, answers.length);
  return Array.from({ length }, (_, index) => [answers[index], lines[index]] as const)
    .filter(
      ([visibleBlock, came]) =>
        visibleBlock === undefined || came === undefined || !isAnswer(visibleBlock, came),
    )
    .map(
      ([visibleBlock, came]) =>
        `${file}:${line} shows ${visibleBlock ?? 'nothing more'}\n  and there came ${came}`,
    );
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
