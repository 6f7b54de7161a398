import type { PageType } from '@ringbinder/protocol';
import { type EventBuilders, inBinder, onPage } from './builder.ts';

/** file_uploaded, page_created (also for pages that were copied or moved into the binder) and page_annotated. */
export const pageEventBuilders: EventBuilders = {
  file_uploaded({ id, name, mime_type }, context) {
    const file = { id, name, mimeType: mime_type };
    return { kind: 'file_uploaded', payload: { file }, target: inBinder(context) };
  },
  page_created({ id, type }, context) {
    const page = { id: String(id), type: type as PageType };
    return { kind: 'page_created', payload: { page }, target: inBinder(context) };
  },
  page_annotated({ page_id, client_uuid }) {
    return { kind: 'page_annotated', payload: { annotate: { id: client_uuid } }, target: onPage(page_id) };
  },
};
