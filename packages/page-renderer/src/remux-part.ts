import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MediaUnreadable } from './errors.ts';
import type { Job, JobResult, Remuxed, RemuxJob } from './jobs.ts';
import { encodeFrom } from './programs/ffmpeg.ts';
import { findProgram } from './programs/find.ts';

interface RemuxTools {
  run<J extends Job>(job: J): Promise<JobResult<J>>;
  inTurn<T>(start: (signal: AbortSignal) => Promise<T>): Promise<T>;
  searchPath: string;
}

/** With ffmpeg, a part in VP8 or VP9 starts at the requested time. */
export async function remuxPart(job: RemuxJob, tools: RemuxTools): Promise<Remuxed> {
  if (job.part.start === 0) return tools.run(job);
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-head-'));
  try {
    const head = await encodeHead(job, folder, tools);
    return await tools.run(head === undefined ? job : { ...job, head });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function encodeHead(
  { path, part, maxMs }: RemuxJob,
  folder: string,
  { run, inTurn, searchPath }: RemuxTools,
): Promise<string | undefined> {
  if ((await findProgram(['ffmpeg'], searchPath)) === null) return undefined;
  const [cut, target] = [join(folder, 'cut.webm'), join(folder, 'head.webm')];
  const head = await run({ op: 'head', path, target: cut, start: part.start, maxMs }).catch((error) => {
    // The remux of the whole part will report the error.
    if (error instanceof MediaUnreadable) return null;
    throw error;
  });
  if (!head) return undefined;
  const isEncoded = await inTurn((signal) =>
    encodeFrom(cut, { target, ...head, folder, searchPath, signal }),
  );
  return isEncoded ? target : undefined;
}
