import assert from 'node:assert/strict';
import type { Answer, TestService } from '@ringbinder/testkit';

export interface TusCaller {
  create(options?: {
    length?: number | null;
    name?: string;
    headers?: Record<string, string>;
    body?: Buffer;
  }): Promise<Answer>;
  begin(length: number | null, name?: string): Promise<string>;
  send(
    id: string,
    offset: number,
    body: Buffer | ReadableStream,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  head(id: string): Promise<Answer>;
  get(id: string): Promise<Answer>;
  end(id: string): Promise<Answer>;
}

export const TUS = { 'tus-resumable': '1.0.0' };
export const OFFSET_STREAM = { ...TUS, 'content-type': 'application/offset+octet-stream' };

export const metadataOf = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`;

export function tusCaller(service: TestService, binderId: string, token: string): TusCaller {
  const path = (id: string) => `/${binderId}/uploads/${id}`;
  const caller: TusCaller = {
    create({ length = 10, name = 'notes.txt', headers = {}, body } = {}) {
      const size: Record<string, string> =
        length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) };
      const sent = {
        ...(body ? OFFSET_STREAM : TUS),
        ...size,
        'upload-metadata': metadataOf(name),
        ...headers,
      };
      return service.call('POST', `/${binderId}/uploads`, {
        token,
        headers: sent,
        ...(body ? { body } : {}),
      });
    },
    async begin(length, name = 'notes.txt') {
      const answer = await caller.create({ length, name });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return idOf(answer);
    },
    send: (id, offset, body, headers = {}) =>
      service.call('PATCH', path(id), {
        token,
        body,
        headers: { ...OFFSET_STREAM, 'upload-offset': String(offset), ...headers },
      }),
    head: (id) => service.call('HEAD', path(id), { token, headers: TUS }),
    get: (id) => service.call('GET', path(id), { token }),
    end: (id) => service.call('DELETE', path(id), { token, headers: TUS }),
  };
  return caller;
}

export function idOf(answer: Answer): string {
  const id = /\/uploads\/(T\w{22})$/.exec(answer.headers.get('location') ?? '')?.[1];
  assert.ok(id, 'the answer has a location');
  return id;
}
