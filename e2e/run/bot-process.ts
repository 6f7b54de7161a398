import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledCode } from './ringbinder.ts';

export interface BotProcess {
  /** Empty for a bot that pulls events. */
  url: string;
  output(): string;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();

export async function killBots(): Promise<void> {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
}

export async function startBot(name: string, variables: Record<string, string>): Promise<BotProcess> {
  const program = new URL(`../../examples/${name}/bot.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...compiledCode(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => (text += more));
  const ended = once(child, 'close').finally(() => children.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const match = /^listening at (\S+)$|^pulling /m.exec(text);
      if (match) resolve(match[1] ?? '');
    });
    ended.then(() => reject(new Error(`the ${name} did not start:\n${text}`)));
  });
  return {
    url,
    output: () => text,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}
