import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import type { Uploader } from './upload.ts';

export const RED = '<rect x="20" y="30" width="40" height="10" fill="red"/>';

export async function annotate(
  service: TestService,
  { binderId, owner }: Uploader,
  pageId: number,
  markup = RED,
  clientUuid = 'mark',
): Promise<void> {
  const answer = await service.call('POST', `/${binderId}/pages/${pageId}/annotations`, {
    token: owner.token,
    json: { client_uuid: clientUuid, svg_tag: markup },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

export async function makePage(
  service: TestService,
  { binderId, owner }: Uploader,
  input: Record<string, unknown>,
): Promise<number> {
  const answer = await service.call('POST', `/${binderId}/pages`, { token: owner.token, json: input });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.page_id;
}

export async function pagesOf(
  service: TestService,
  { binderId, owner }: Uploader,
  query = '',
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
): Promise<any[]> {
  const answer = await service.call('GET', `/${binderId}/pages${query}`, { token: owner.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.pages;
}
