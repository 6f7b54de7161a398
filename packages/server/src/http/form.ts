import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type ApiError, because, exceedsLimit, invalid, withDetails } from '../errors.ts';
import { ByteLimitExceeded, type FileStore } from '../storage/files/index.ts';
import { beforeAbort } from './before-abort.ts';
import { drainRequest } from './drain-request.ts';
import {
  asFormError,
  HEADER_OVERHEAD_BYTES,
  partNameOf,
  type ReceivedFile,
  receivePart,
} from './received-part.ts';
import type { ReceivingEnvironment } from './upload.ts';

export interface FormPlan {
  json: string;
  files: readonly string[];
  maxJsonBytes: number;
  maxFileBytes: number;
}

export interface ReceivedForm {
  json: string | undefined;
  files: ReadonlyMap<string, ReceivedFile>;
  drop(): Promise<void>;
}

/**
 * The caller must `drop` the result. After an error, no file remains, and the client can read the response.
 */
export async function receiveForm(
  request: FastifyRequest,
  { files: store, cutOff }: ReceivingEnvironment,
  plan: FormPlan,
): Promise<ReceivedForm> {
  const progress = { partName: 'body' };
  const files = new Map<string, ReceivedFile>();
  const drop = async () => {
    for (const { bytes } of files.values()) await bytes.drop();
  };
  try {
    const read = () => readParts(request, store, plan, files, progress);
    return { json: await beforeAbort(cutOff, read, drop), files, drop };
  } catch (error) {
    await drop();
    await drainRequest(request.raw);
    if (error instanceof ByteLimitExceeded)
      throw exceedsLimit(
        progress.partName,
        withDetails(
          because('larger_than', { limit: plan.maxFileBytes }),
          `is too large: all files have ${plan.maxFileBytes} bytes at most`,
        ),
      );
    const tooMany = () => unknownParts(plan);
    throw asFormError(error, { ...progress, tooManyFiles: tooMany, tooManyParts: tooMany });
  }
}

async function readParts(
  request: FastifyRequest,
  store: FileStore,
  plan: FormPlan,
  files: Map<string, ReceivedFile>,
  reading: { partName: string },
): Promise<string | undefined> {
  const { maxJsonBytes, maxFileBytes } = plan;
  const declaredBytes = Number(request.headers['content-length']);
  if (declaredBytes > maxFileBytes + maxJsonBytes + HEADER_OVERHEAD_BYTES)
    throw new ByteLimitExceeded(maxFileBytes);
  let json: string | undefined;
  let remainingBytes = maxFileBytes;
  for await (const part of request.parts(partsOptions(plan))) {
    const partName = partNameOf(part);
    reading.partName = partName;
    checkName(partName, plan, json !== undefined, files);
    if (part.type !== 'file') throw invalid(partName, 'must be a file: its part needs a file name');
    if (partName === plan.json) {
      json = await readText(part.file, partName, maxJsonBytes);
    } else {
      const received = await receivePart(part, partName, store, remainingBytes);
      files.set(partName, received);
      remainingBytes -= received.bytes.size;
    }
  }
  if (json === undefined && files.size === 0) throw invalid(plan.json, 'is required without a file');
  return json;
}

function partsOptions({ json, files, maxFileBytes }: FormPlan) {
  const partCount = files.length + 1;
  return {
    limits: {
      fileSize: maxFileBytes + 1,
      files: partCount + 1,
      fields: 1,
      parts: partCount + 2,
      headerPairs: 20,
    },
    preservePath: true,
    // A file's bytes arrive unparsed and complete, so the JSON part counts as a file.
    isPartAFile: (name: string | undefined, type: string | undefined, fileName: string | undefined) =>
      name === json || fileName !== undefined || type === 'application/octet-stream',
  };
}

function checkName(
  partName: string,
  plan: FormPlan,
  hasJson: boolean,
  files: ReadonlyMap<string, unknown>,
): void {
  if (partName !== plan.json && !plan.files.includes(partName)) throw unknownParts(plan, partName);
  if (files.has(partName) || (partName === plan.json && hasJson))
    throw invalid(partName, 'is given more than once');
}

function unknownParts({ json, files }: FormPlan, partName = ''): ApiError {
  const rule = `the form has the parts ${[json, ...files].join(', ')}, each at most once`;
  return invalid(partName || 'body', partName === '' ? `has another part: ${rule}` : `is unknown: ${rule}`);
}

async function readText(stream: Readable, partName: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw exceedsLimit(partName, because('larger_than', { limit: maxBytes }));
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw invalid(partName, 'is not UTF-8');
  return bytes.toString();
}
