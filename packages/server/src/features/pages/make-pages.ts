import { createReadStream } from 'node:fs';
import type { File } from '@ringbinder/protocol';
import { type Actor, accessBinder, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import type { ReceivedBytes } from '../../storage/files/index.ts';
import { findFile, storeBytes } from '../files/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { findPagesOfFile } from './queries.ts';
import { type AcceptedUpload, addPages, inspectFile } from './service.ts';

interface PagesOfFile {
  page_ids: number[];
  conversion?: NonNullable<File['conversion']>;
}

/** `store` returns the pages of the file if it has some, or if others make them at the same time. */
export async function preparePages(env: Environment, actor: Actor, inBinder: string, fileId: string) {
  const { binderId } = await accessBinder(env.db, actor, inBinder, 'write');
  const { name, sha256, total_pages } = orNotFound(await findFile(env.db, binderId, fileId), 'file', fileId);
  let accepted: AcceptedUpload | undefined;
  let bytes: ReceivedBytes | undefined;
  const drop = async () => {
    await bytes?.drop();
    await accepted?.pdf?.drop();
  };
  try {
    if (total_pages === 0) {
      await env.files.fetch(sha256);
      const source = createReadStream(env.files.pathOf(sha256));
      bytes = await env.files.receive(source, Number.MAX_SAFE_INTEGER);
      accepted = await inspectFile(env, { name, bytes }, env.cutOff);
    }
  } catch (error) {
    await drop();
    throw error;
  }
  return { store: (call: BinderCall) => storePages(call, fileId, accepted), drop };
}

function storePages(
  call: BinderCall,
  fileId: string,
  accepted: AcceptedUpload | undefined,
): Promise<PagesOfFile> {
  return changeBinder(call, 'write', async ({ tx, at, log, access: { binderId, orgId } }) => {
    orNotFound(await findFile(tx, binderId, fileId), 'file', fileId);
    const existing = await findPagesOfFile(tx, binderId, fileId);
    if (existing.length > 0 || !accepted) return { page_ids: existing };
    const { inspection, pdf } = accepted;
    if (pdf) await storeBytes(tx, [pdf], at);
    const { conversion } = inspection;
    await markConverted(tx, { binderId, fileId, at }, { conversion, pdfSha256: pdf?.sha256 });
    const { pageIds, entries } = await addPages(tx, { binderId, fileId, at }, inspection);
    await checkBytes(tx, orgId);
    await log(entries);
    return { page_ids: pageIds, ...(conversion && { conversion }) };
  });
}

async function markConverted(
  db: Database,
  { binderId, fileId, at }: { binderId: string; fileId: string; at: number },
  { conversion, pdfSha256 }: { conversion: File['conversion']; pdfSha256: string | undefined },
): Promise<void> {
  await db.query(
    'UPDATE files SET conversion = $3, pdf_sha256 = $4, updated_at = $5 WHERE binder_id = $1 AND id = $2',
    [binderId, fileId, conversion ?? null, pdfSha256 ?? null, at],
  );
}
