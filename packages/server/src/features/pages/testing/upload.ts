import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, TestService } from '@ringbinder/testkit';
import { FORM_TYPE, filePart, formOf } from './form.ts';

export interface Uploader {
  binderId: string;
  owner: { token: string };
}

export function upload(
  service: TestService,
  { binderId, owner }: Uploader,
  data: Buffer | string,
  name = 'report.pdf',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return uploadForm(service, { binderId, owner }, formOf([filePart(data, name)]), headers);
}

export function uploadForm(
  service: TestService,
  { binderId, owner }: Uploader,
  form: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call('POST', `/${binderId}/pageupload`, {
    token: owner.token,
    body: form,
    headers: { 'content-type': FORM_TYPE, ...headers },
  });
}

export async function uploaded(
  service: TestService,
  uploader: Uploader,
  data: Buffer | string,
  name?: string,
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer; the OpenAPI check verifies the shape.
): Promise<{ fileId: string; pages: any[] }> {
  const answer = await upload(service, uploader, data, name);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const fileId: string = answer.body.data.file_id;
  const list = await service.call('GET', `/${uploader.binderId}/pages?file_id=${fileId}`, {
    token: uploader.owner.token,
  });
  return { fileId, pages: list.body.data.pages };
}

export interface Holdings {
  arriving: string[];
  content: string[];
  rows: { files: number; pages: number; blobs: number; entries: number };
}

export async function holdings({ env, directory }: TestService, binderId: string): Promise<Holdings> {
  const folder = join(directory, 'files', env.name);
  const [rows] = await env.db.query<Record<keyof Holdings['rows'], number>>(
    `SELECT (SELECT count(*) FROM files WHERE binder_id = $1) AS files,
            (SELECT count(*) FROM pages WHERE binder_id = $1) AS pages,
            (SELECT count(*) FROM blobs) AS blobs,
            (SELECT count(*) FROM binder_log WHERE binder_id = $1) AS entries`,
    [binderId],
  );
  assert.ok(rows);
  return {
    arriving: await tree(join(folder, 'arriving')),
    content: await tree(join(folder, 'content')),
    rows,
  };
}

export async function tree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export async function leavesNothing<T>(
  service: TestService,
  { binderId, owner }: Uploader,
  work: () => Promise<T>,
): Promise<T> {
  const before = await holdings(service, binderId);
  const result = await work();
  assert.deepEqual(await holdings(service, binderId), before);
  assert.deepEqual(before.arriving, []);
  const next = await service.call('GET', `/${binderId}/pages`, { token: owner.token });
  assert.equal(next.status, 200);
  return result;
}
