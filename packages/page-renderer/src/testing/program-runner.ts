import { runProgram } from '../programs/run.ts';

const [folder = ''] = process.argv.slice(2);
const limits = { timeoutMs: 60_000, cpuSeconds: 60, memoryBytes: 2 ** 32, fileBytes: 2 ** 20 };
const script = 'sleep 600 & echo $$ $! > pids; wait';
await runProgram(['/bin/sh', '-c', script], { ...limits, folder, searchPath: process.env.PATH ?? '' });
