import type { WaitingStep } from '@ringbinder/protocol';
import { presentDueTimeAndDay } from '../../time/due-day.ts';
import type { WaitingStepRow } from './waiting-queries.ts';

export function presentWaitingStep(row: WaitingStepRow): WaitingStep {
  return {
    binder: { id: row.binder_id, name: row.binder_name },
    time: row.time,
    user: { id: row.user_id, name: row.user_name },
    transaction: { id: row.transaction_id, title: row.title },
    ...(row.for_id === null ? {} : { for: { id: row.for_id, name: row.for_name ?? '' } }),
    step: {
      id: row.id,
      actions: row.actions,
      ...(row.fields === null ? {} : { fields: row.fields }),
      ...(row.page_ids === null ? {} : { page_ids: row.page_ids }),
      ...(row.file_requests === null ? {} : { file_requests: row.file_requests }),
      ...(row.signature_places === null ? {} : { signatures: row.signature_places }),
      ...presentDueTimeAndDay(row),
    },
  };
}
