import { errorOf, RingbinderError } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import type { BinderContext } from '../binder/context.ts';
import { saveBlob } from '../binder/download.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import { receipts as text } from '../strings/messages/receipts.ts';

export async function saveReceipt(
  binder: BinderContext,
  { id, title }: Transaction,
  format: 'html' | 'pdf',
): Promise<void> {
  const params = { path: { binder_id: binder.id, transaction_id: id }, query: { format } };
  try {
    const { data, error, response } = await binder.client.api.GET(
      '/{binder_id}/transactions/{transaction_id}/receipt',
      { params, parseAs: 'blob' },
    );
    if (error !== undefined || !response.ok) throw errorOf(response.status, error);
    saveBlob(data as unknown as Blob, `${text.fileName(excerpt(title, 100))}.${format}`);
  } catch (error) {
    toastError(error instanceof RingbinderError ? refusalOf(error).message : text.failed);
  }
}
