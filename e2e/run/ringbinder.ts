import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';

export const main = new URL('../../packages/server/src/main.ts', import.meta.url).pathname;

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Ringbinder {
  process: ChildProcess;
  pid: number;
  directory: string;
  origin: string;
  output(): string;
  demo(): Promise<DemoFile>;
  ended: Promise<Ending>;
  stop(): Promise<Ending>;
  /** The database continues to run. */
  kill(): Promise<Ending>;
}

const children = new Set<ChildProcess>();

export async function killServers(): Promise<void> {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
}

/** @param program another version's main program */
export async function startRingbinder(
  directory: string,
  settings: Record<string, string> = {},
  program = main,
): Promise<Ringbinder> {
  const { child, output, ended } = launchRingbinder(directory, settings, 'pipe', program);
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const match = /(?:Production {3}|Worker {7}|"origin":")(https?:\/\/[^/"]+)/.exec(output());
      if (match?.[1] && /Ctrl-C stops|"msg":"ready"/.test(output())) resolve(match[1]);
    });
    ended.then(() => reject(new Error(`Ringbinder did not start:\n${output()}`)));
  });
  return {
    process: child,
    pid: child.pid ?? Number.NaN,
    directory,
    origin,
    output,
    demo: async () => JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')),
    ended,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

export async function runRingbinder(
  directory: string,
  settings: Record<string, string> = {},
): Promise<Ending & { output: string }> {
  const { output, ended } = launchRingbinder(directory, settings);
  return { ...(await ended), output: output() };
}

/** Lets the server use code that this test run has already compiled. */
export function compiledCode(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

export function environmentOf(directory: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  return { PATH, HOME, TMPDIR, ...compiledCode(), PORT: '0', DATA_DIR: directory, ...settings };
}

export function launchRingbinder(
  directory: string,
  settings: Record<string, string> = {},
  stdout: number | 'pipe' = 'pipe',
  program = main,
) {
  const env = environmentOf(directory, settings);
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', stdout, 'pipe'] });
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more) => (text += more));
  const ended = once(child, 'close').then(([code, signal]): Ending => {
    children.delete(child);
    return { code, signal };
  });
  return { child, output: () => text, ended };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<Ending> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return { code: child.exitCode, signal: child.signalCode };
}
