import { invalid } from '../inspection.ts';
import type { ExtractJob, InspectJob, JobResults, RenderJob, WorkerRequest } from '../jobs.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { sniffType } from './sniff.ts';
import { sourceFile } from './source-file.ts';
import { Unreadable } from './unreadable.ts';

/** Does one job. Throws Unreadable, the system's error for a missing file, or whatever a library broke with. */
export async function performJob({ job, deadlineMs }: WorkerRequest): Promise<JobResults[keyof JobResults]> {
  switch (job.op) {
    case 'inspect':
      return inspect(job, { maxPages: job.maxPages, deadlineMs });
    case 'render':
      return render(job, { maxPages: Number.POSITIVE_INFINITY, deadlineMs });
    case 'extract':
      return extract(job, { maxPages: Number.POSITIVE_INFINITY, deadlineMs });
  }
}

async function inspect(job: InspectJob, limits: Limits): Promise<JobResults['inspect']> {
  const file = await sourceFile(job.path, job.fileName);
  if (file.size === 0) return invalid('the file is empty');
  const mimeType = await sniffType(file);
  const kind = await kindOf(mimeType);
  return kind.inspect({ ...file, mimeType }, limits);
}

async function render(job: RenderJob, limits: Limits): Promise<JobResults['render']> {
  const { mimeType, index, maxWidth, maxHeight, format } = job;
  const file = { ...(await sourceFile(job.path, '')), mimeType };
  const kind = await kindOf(mimeType);
  if (kind.render === undefined) throw new Unreadable(`${mimeType} has no picture`);
  return kind.render(file, index, { maxWidth, maxHeight, format }, limits);
}

async function extract(job: ExtractJob, limits: Limits): Promise<JobResults['extract']> {
  const file = { ...(await sourceFile(job.path, '')), mimeType: 'application/pdf' };
  const kind = await kindOf(file.mimeType);
  if (kind.extractPdf === undefined) throw new Unreadable('only a PDF has PDF pages');
  return kind.extractPdf(file, job.index, limits);
}
