import { type ClientFrame, clientFrames, type ServerFrame } from '@ringbinder/protocol';
import type { TSchema } from 'typebox';
import { ApiError, because, invalid } from '../../errors.ts';
import { compileValidator, describeInvalid, requireStorableJson } from '../../http/index.ts';
import type { SentEntry } from './tail.ts';

type Check = ((value: unknown) => boolean) & { errors?: unknown[] | null };

function checkOf(schema: TSchema): Check {
  return compileValidator({ schema, method: 'GET', url: '', httpPart: 'body' }) as Check;
}

export function createFrameReader<T>(schemas: Record<string, TSchema>): (text: string) => T {
  const checks = new Map<string, Check>(
    Object.entries(schemas).map(([type, schema]) => [type, checkOf(schema)]),
  );
  return (text) => {
    const value = parse(text);
    requireStorableJson(text, value);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('', 'a frame must be a JSON object');
    const { type } = value as { type?: unknown };
    const check = typeof type === 'string' ? checks.get(type) : undefined;
    if (check === undefined)
      throw invalid('type', because('one_of', { values: [...checks.keys()].join(', ') }));
    if (!check(value)) throw describeInvalid((check.errors ?? []) as never, 'frame');
    return value as T;
  };
}

export const readFrame = createFrameReader<ClientFrame>(clientFrames);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'a frame must be JSON');
  }
}

export function writeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

const TEXT_AND_FINAL = 0x81;

/**
 * Writes a frame of RFC 6455, section 5.2. Sharing it among 5,000 sockets saves a third of the CPU time of
 * `ws.send`.
 */
export function messageBytes(text: Buffer): Buffer {
  const { length } = text;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = TEXT_AND_FINAL;
  if (head.length === 2) head[1] = length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, text]);
}

export function writeEntries(
  of: { binderId: string; epoch: string; id?: number | undefined },
  entries: readonly SentEntry[],
): Buffer {
  const { binderId: binder_id, epoch, id } = of;
  const head = JSON.stringify({ type: 'entries', id, binder_id, epoch });
  const text = `${head.slice(0, -1)},"entries":[${entries.map(({ json }) => json).join(',')}]}`;
  return messageBytes(Buffer.from(text));
}

type FrameRefusal = Pick<Extract<ServerFrame, { type: 'refused' }>, 'code' | 'message' | 'reason' | 'params'>;

export function refusalOf(error: unknown): FrameRefusal {
  if (!(error instanceof ApiError))
    return { code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE', ...because('unavailable') };
  const { code, message, reason, params } = error;
  return { code, message, ...(reason && params ? { reason, params } : {}) };
}
