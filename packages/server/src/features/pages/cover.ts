import type { FastifyRequest } from 'fastify';
import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid, notFound } from '../../errors.ts';
import { type ReceivedFile, receiveFile } from '../../http/index.ts';
import { storeBytes } from '../files/index.ts';
import type { PageContent } from './content.ts';
import { createDerivedFile } from './derived-files.ts';
import { kindOf } from './kinds/index.ts';
import type { PageView } from './links.ts';
import { PICTURE_SIDES, type PictureView } from './page-image.ts';
import { inspectFile } from './service.ts';

export const MAX_PICTURE_BYTES = 10 * 1024 ** 2;

export interface AcceptedPicture {
  file: ReceivedFile;
  mimeType: string;
}

/** The caller must drop the file's bytes. */
export async function takePicture(env: Environment, request: FastifyRequest): Promise<AcceptedPicture> {
  return acceptPicture(env, await receiveFile(request, env, MAX_PICTURE_BYTES));
}

/** Drops the bytes of other files than pictures. The caller must drop those of a picture. */
export async function acceptPicture(env: Environment, file: ReceivedFile): Promise<AcceptedPicture> {
  try {
    const { inspection, pdf } = await inspectFile(env, file, env.cutOff);
    const { pageType, mimeType } = inspection;
    const isImage = pageType !== null && kindOf({ type: pageType }).isImage;
    if (isImage && pdf !== null) {
      await file.bytes.drop();
      return { file: { ...file, bytes: pdf }, mimeType: 'image/jpeg' };
    }
    await pdf?.drop();
    if (!isImage) throw invalid('file', because('cover_not_picture', { type: mimeType }));
    return { file, mimeType };
  } catch (error) {
    await file.bytes.drop();
    throw error;
  }
}

/** Renders the picture again, so that browsers get only its visible content. */
export function renderPicture(
  env: Environment,
  { sha256, mimeType }: { sha256: string; mimeType: string },
  view: PictureView,
  what: string,
): Promise<Buffer> {
  const box = PICTURE_SIDES[view];
  return createDerivedFile(env, `${sha256}/0-${box}.webp`, what, async () => {
    const options = { mimeType, index: 0, maxWidth: box, maxHeight: box, format: 'webp' } as const;
    return (await env.media.render(env.files.pathOf(sha256), options)).bytes;
  });
}

export function storeCover(call: BinderCall, { file, mimeType }: AcceptedPicture): Promise<number> {
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    await storeBytes(tx, [file.bytes], at);
    await tx.query('UPDATE binders SET cover_sha256 = $2, cover_type = $3, cover_at = $4 WHERE id = $1', [
      call.binderId,
      file.bytes.sha256,
      mimeType,
      at,
    ]);
    await log([{ kind: 'binder_updated', body: { cover: true } }]);
    return at;
  });
}

export function removeCover(call: BinderCall): Promise<void> {
  return changeBinder(call, 'write', async ({ tx, log }) => {
    const [row] = await tx.query(
      `UPDATE binders SET cover_sha256 = NULL, cover_type = NULL, cover_at = NULL
       WHERE id = $1 AND cover_at IS NOT NULL RETURNING id`,
      [call.binderId],
    );
    orNotFound(row, 'cover of binder', call.binderId);
    await log([{ kind: 'binder_updated', body: { cover: false } }]);
  });
}

export async function coverPicture(env: Environment, binderId: string, view: PageView): Promise<PageContent> {
  const [row] = await env.db.query<{ sha256: string; mimeType: string }>(
    `SELECT cover_sha256 AS sha256, cover_type AS "mimeType" FROM binders
     WHERE id = $1 AND deleted_at IS NULL AND cover_sha256 IS NOT NULL`,
    [binderId],
  );
  if (row === undefined || view === 'page') throw notFound('cover of binder', binderId);
  const generated = await renderPicture(env, row, view, `cover of binder ${binderId}`);
  return { generated, mimeType: 'image/webp', name: 'cover.webp' };
}
