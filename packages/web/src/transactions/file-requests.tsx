import { unwrap } from '@ringbinder/client';
import type { DeliveredFile, FileRequest, Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { explained } from '../binder/refusal.ts';
import { Glyph } from '../design/glyph.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { fileRequests as text } from '../strings/messages/file-requests.ts';
import { FileList } from './file-list.tsx';
import { isTurnOf } from './progress.ts';

interface FileRequestsProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

export function FileRequests({ binder, transaction, step }: FileRequestsProps) {
  const { client, id: binder_id, me } = binder;
  const path = { binder_id, transaction_id: transaction.id, step_id: step.id };
  const canUpload = transaction.is_active && !transaction.outcome && isTurnOf(step, me.id);
  const isFixed = (step.pressed_count ?? 0) > 0;
  const upload = async ({ id: file_request }: FileRequest, file: File) => {
    const form = new FormData();
    form.append('file', file);
    await explained(
      unwrap(
        client.api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}/files', {
          params: { path, query: { file_request } },
          body: { file: file.name },
          bodySerializer: () => form,
        }),
      ),
    );
  };
  const withdraw = async ({ file_id }: DeliveredFile) => {
    try {
      await explained(
        unwrap(
          client.api.DELETE('/{binder_id}/transactions/{transaction_id}/steps/{step_id}/files/{file_id}', {
            params: { path: { ...path, file_id } },
          }),
        ),
      );
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  return (
    <FileList
      requests={step.file_requests ?? []}
      upload={canUpload ? upload : undefined}
      isFixed={isFixed}
      show={(file) => (
        <>
          <a dir="auto" href={binder.links.page(file.page_ids[0] ?? 0)}>
            {file.name}
          </a>
          <span class="muted">
            {' · '}
            <RelativeTime at={file.time} />
          </span>
          {canUpload && !isFixed && file.user_id === me.id && (
            <button
              type="button"
              class="tool"
              aria-label={text.withdraw(file.name)}
              title={text.withdraw(file.name)}
              onClick={() => void withdraw(file)}
            >
              <Glyph name="close" />
            </button>
          )}
        </>
      )}
    />
  );
}
