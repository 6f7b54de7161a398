import { accepted, invalid } from '../inspection.ts';
import type {
  BoxesJob,
  InspectJob,
  JobResults,
  SanitiseJob,
  SendUntagged,
  TextsJob,
  WorkerRequest,
} from '../jobs.ts';
import { kindOf } from './kinds/index.ts';
import type { Limits } from './kinds/kind.ts';
import { sniffType } from './sniff.ts';
import { sourceFile } from './source-file.ts';
import { Unreadable } from './unreadable.ts';

export async function runJob(
  { job, timeoutMs, deadlineMs }: WorkerRequest,
  sendUntagged: SendUntagged,
): Promise<JobResults[keyof JobResults]> {
  const limits: Limits = {
    maxPages: job.op === 'inspect' ? job.maxPages : Number.POSITIVE_INFINITY,
    timeoutMs,
    deadlineMs,
  };
  switch (job.op) {
    case 'inspect':
      return inspect(job, limits);
    case 'decode':
      return (await import('./heif.ts')).decodeHeif(job);
    case 'render':
      return (await import('./render.ts')).render(job, limits);
    case 'region':
      return (await import('./render.ts')).renderRegion(job, limits);
    case 'boxes':
      return boxes(job, limits);
    case 'extract':
      return (await import('./export.ts')).extractPage(job, limits, sendUntagged);
    case 'overlay':
      return (await import('./overlay.ts')).drawOver(job);
    case 'sanitise':
      return sanitise(job);
    case 'texts':
      return texts(job, limits);
    case 'form':
      return (await import('./form/form.ts')).readForm(job, limits);
    case 'fill':
      return (await import('./form/form.ts')).fillForm(job, limits);
    case 'export':
      return (await import('./export.ts')).exportPages(job, limits, sendUntagged);
    case 'remux':
      return (await import('./remux/remux.ts')).remux(job);
    case 'head':
      return (await import('./remux/head.ts')).cutHead(job);
  }
}

async function inspect(job: InspectJob, limits: Limits): Promise<JobResults['inspect']> {
  const file = await sourceFile(job.path, job.fileName);
  if (file.size === 0) return invalid('the file is empty', 'empty');
  const mimeType = await sniffType(file);
  if (job.withoutPages) return accepted(mimeType);
  const kind = await kindOf(mimeType);
  return kind.inspect({ ...file, mimeType }, limits);
}

async function sanitise({ path, mimeType }: SanitiseJob): Promise<JobResults['sanitise']> {
  const file = { ...(await sourceFile(path, '')), mimeType };
  const kind = await kindOf(mimeType);
  if (kind.sanitise === undefined) throw new Unreadable(`${mimeType} is shown as it is`);
  return kind.sanitise(file);
}

async function texts(
  { path, mimeType, indexes, maxChars }: TextsJob,
  limits: Limits,
): Promise<JobResults['texts']> {
  const file = { ...(await sourceFile(path, '')), mimeType };
  const kind = await kindOf(mimeType);
  return kind.texts?.(file, indexes, maxChars, limits) ?? indexes.map(() => '');
}

async function boxes({ path, index, ...job }: BoxesJob, limits: Limits): Promise<JobResults['boxes']> {
  const file = { ...(await sourceFile(path, '')), mimeType: job.mimeType };
  const kind = await kindOf(job.mimeType);
  const words = await kind.textBoxes?.(file, index, job, limits);
  return { boxes: [], is_complete: true, problems: [], ...words };
}
