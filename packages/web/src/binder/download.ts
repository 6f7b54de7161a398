import { errorOf } from '@ringbinder/client';
import type { BinderContext } from './context.ts';
import { refusalOf } from './refusal.ts';

/** After this time, the browser has started the download. */
const REVOKE_AFTER_MS = 60_000;

export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

export function saveBlob(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

export async function fileBytes(
  { client, id }: Pick<BinderContext, 'client' | 'id'>,
  fileId: string,
): Promise<Blob> {
  const params = { path: { binder_id: id, file_id: fileId } };
  const { data, error, response } = await client.api.GET('/{binder_id}/files/{file_id}', {
    params,
    parseAs: 'blob',
  });
  if (error !== undefined || !response.ok) throw refusalOf(errorOf(response.status, error));
  return data as Blob;
}

export async function saveFile(
  binder: Pick<BinderContext, 'client' | 'id'>,
  { id, name }: { id: string; name: string },
): Promise<void> {
  saveBlob(await fileBytes(binder, id), name);
}
