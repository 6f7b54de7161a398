import assert from 'node:assert/strict';
import type { Answer, TestService } from '@ringbinder/testkit';

/** Speaks tus by hand, so that a test can send what no client would. Answers come back whatever they are. */
export interface TusCaller {
  /** Begins an upload. `length` null: told later. */
  create(options?: {
    length?: number | null;
    name?: string;
    headers?: Record<string, string>;
    body?: Buffer;
  }): Promise<Answer>;
  /** Begins one that must begin, and gives its id. */
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

/** Headers of every request. */
export const TUS = { 'tus-resumable': '1.0.0' };
/** Headers of a request with bytes. */
export const OFFSET_STREAM = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** Upload-Metadata with a file name. */
export const metadataOf = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`;

/** A caller of the protocol in a binder. */
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

/** The id of the upload that an answer names as its location. */
export function idOf(answer: Answer): string {
  const id = /\/uploads\/(T\w{22})$/.exec(answer.headers.get('location') ?? '')?.[1];
  assert.ok(id, 'the answer has a location');
  return id;
}
