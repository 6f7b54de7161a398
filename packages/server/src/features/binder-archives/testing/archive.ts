import assert from 'node:assert/strict';
import { type CreatedUser, fileForm, type TestService } from '@ringbinder/testkit';
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

/** An admin of an org; by itself one of another partner. */
export async function adminOf(service: TestService, of?: Parameters<TestService['make']['user']>[0]) {
  const user = await service.make.user(of);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
  return user;
}
