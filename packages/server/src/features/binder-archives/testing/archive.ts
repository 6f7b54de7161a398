import assert from 'node:assert/strict';
import { adminOf, type CreatedUser, fileForm, type TestService } from '@ringbinder/testkit';
import { readManifest } from '../manifest.ts';

export const exportFrom = (service: TestService, id: string, { token }: { token: string }) =>
  fetch(`${service.base}/${id}/archive`, { headers: { authorization: `Bearer ${token}` } });

export async function archiveOf(service: TestService, id: string, owner: { token: string }): Promise<Buffer> {
  const answer = await exportFrom(service, id, owner);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, bytes.toString('utf8', 0, 500));
  assert.equal(answer.headers.get('content-length'), String(bytes.length));
  return bytes;
}

export const importTo = (service: TestService, { token, orgId }: CreatedUser, archive: Buffer, org = orgId) =>
  service.call('POST', `/orgs/${org}/binders/archive`, {
    token,
    body: fileForm(new Uint8Array(archive), 'binder.tar'),
  });

export const manifestOf = (archive: Buffer) => {
  const end = archive.indexOf('\n', 512);
  const signed = readManifest(archive.subarray(512, end + 1));
  assert.ok(signed);
  return signed.manifest;
};

export async function createRoundTrips(service: TestService) {
  const { owner } = await service.make.cast();
  const admin = await adminOf(service, owner);
  const post = (id: string, text: string) =>
    service.call('POST', `/${id}/messages`, { token: owner.token, json: { message: { text } } });
  return {
    owner,
    admin,
    post,
    async binderWith(...texts: string[]): Promise<string> {
      const id = await service.make.binder(owner);
      for (const text of texts) await post(id, text);
      return id;
    },
    exportBinder: (id: string) => exportFrom(service, id, owner),
    archiveOf: (id: string) => archiveOf(service, id, owner),
    async deleteBinder(id: string): Promise<void> {
      assert.equal((await service.call('DELETE', `/${id}`, { token: owner.token })).status, 200);
    },
    async importBinder(archive: Buffer): Promise<void> {
      const { status, body } = await importTo(service, admin, archive);
      assert.equal(status, 200, body.message);
    },
  };
}
