import { spawn } from 'node:child_process';
import { compiledCode } from '../../../e2e/run/ringbinder.ts';

const program = new URL('../main.ts', import.meta.url).pathname;

export interface ProgramRun {
  code: number | null;
  out: string;
  err: string;
}

export async function runProgram(args: string[], variables: NodeJS.ProcessEnv = {}): Promise<ProgramRun> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...compiledCode(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
