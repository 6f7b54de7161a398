import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Block, isAnswer, root } from './document.ts';

/** Programs that stand in for those of a desktop, and for a Node that is too old to run TypeScript. */
const bin = new URL('bin', import.meta.url).pathname;

/**
 * What curl reads before its arguments, so that a document can use it plainly. Where no answers are shown, a call that is
 * refused ends the run.
 */
const settingsOfCurl = ({ answers }: Block) =>
  `max-time = 20\n${answers.length > 0 ? '' : 'fail-with-body\n'}`;

/** A program that waits for a browser which never comes would wait for ever. */
const MAX_AGE_MS = 120_000;

/** How a document's commands went. */
export interface Run {
  code: number | null;
  /** Everything that was said, each block after its place. */
  said: string;
  /** What the document shows and the commands did not say, or the other way round. */
  differences: string[];
}

/** Runs blocks one after the other in one shell, and ends what they have left running. */
export async function runBlocks(blocks: Block[], settings: Record<string, string>): Promise<Run> {
  const curlHome = await mkdtemp(join(tmpdir(), 'ringbinder-curl-'));
  const script = blocks.map(
    (block, index) => `printf '\\n<block ${index}>\\n'
cat > "$CURL_HOME/.curlrc" <<'CURL'
${settingsOfCurl(block)}CURL
${block.commands}`,
  );
  // With it tests that a document runs would not be run: they would take themselves for a part of ours.
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
    // A process group of its own, so that what it started can be ended with it.
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
  const told = outputs.map((text, index) => `<${blocks[index]?.file}:${blocks[index]?.line}>\n${text}`);
  return { code, said: `${told.join('\n')}\n${errors}`, differences };
}

function differencesOf({ file, line, answers }: Block, output: string): string[] {
  if (answers.length === 0) return [];
  const lines = output.split('\n').filter((text) => text.trim() !== '');
  const length = Math.max(lines.length, answers.length);
  return Array.from({ length }, (_, index) => [answers[index], lines[index]] as const)
    .filter(([shown, came]) => shown === undefined || came === undefined || !isAnswer(shown, came))
    .map(([shown, came]) => `${file}:${line} shows ${shown ?? 'nothing more'}\n  and there came ${came}`);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
