import assert from 'node:assert/strict';
import type { TestService } from './service.ts';

export function fileForm(content: string | Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData();
  form.set('file', new File([content], name));
  return form;
}

export async function uploadFile(
  { call }: TestService,
  to: { binderId: string; token: string },
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check validates the response.
): Promise<{ fileId: string; pages: any[] }> {
  const { binderId, token } = to;
  const answer = await call('POST', `/${binderId}/pageupload`, { token, body: fileForm(content, name) });
  assert.equal(answer.status, 200, answer.body.message);
  const fileId: string = answer.body.data.file_id;
  const list = await call('GET', `/${binderId}/pages?file_id=${fileId}`, { token });
  return { fileId, pages: list.body.data.pages };
}
