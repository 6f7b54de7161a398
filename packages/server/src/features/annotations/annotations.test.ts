import assert from 'node:assert/strict';
import { type Cast, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let pageId: number;
beforeAll(async () => {
  cast = await service.make.cast();
  const { binderId, owner } = cast;
  const { pages } = await uploadFile(service, { binderId, token: owner.token }, 'To draw on', 'note.txt');
  pageId = pages[0].id;
});

const RED = '<path d="M0 0L9 9" stroke="#f00"/>';
const path = () => `/${cast.binderId}/pages/${pageId}/annotations`;

test('[ANN-1] [ANN-3] every kind of actor gets what the role allows', async () => {
  const table: [string, string | undefined, number][] = [
    ['owner', cast.owner.token, 200],
    ['editor', cast.editor.token, 200],
    ['viewer', cast.viewer.token, 403],
    ['colleague', cast.sameOrg.token, 403],
    ['neighbour', cast.otherOrg.token, 403],
    ['stranger', cast.otherPartner.token, 403],
    ['read-only scope', cast.owner.readToken, 403],
    ['unknown token', 'nonsense', 401],
    ['no token', undefined, 401],
  ];
  for (const [who, token, status] of table) {
    await service.call('POST', path(), {
      token: cast.owner.token,
      json: { client_uuid: 'for-all', svg_tag: RED },
    });
    const bearer = token === undefined ? {} : { token };
    const json = { client_uuid: 'table', svg_tag: RED };
    assert.equal((await service.call('POST', path(), { ...bearer, json })).status, status, `${who} draws`);
    assert.equal((await service.call('DELETE', `${path()}/for-all`, bearer)).status, status, `${who} erases`);
  }
});
