import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

test('[HTTP-33] a boundary that is too long is 400 and names Content-Type, in every form', async () => {
  for (const path of ['pageupload', 'messages'])
    for (const boundary of ['b'.repeat(253), 'b'.repeat(300), 'b'.repeat(4_000)]) {
      const text = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--${boundary}--\r\n`;
      const answer = await service.call('POST', `/${cast.binderId}/${path}`, {
        token: cast.owner.token,
        body: text,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      assert.equal(answer.status, 400, `${path} ${boundary.length} ${JSON.stringify(answer.body)}`);
      assert.equal(answer.body.errors[0].path, 'Content-Type');
    }
});
