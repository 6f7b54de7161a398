import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { because, invalid, notFound, preconditionFailed } from '../../errors.ts';
import { bumpRevision, findPage } from '../pages/index.ts';
import { cleanMarkup, MarkupRefused } from './markup/index.ts';
import { measureAnnotations, removeAnnotation, upsertAnnotation } from './queries.ts';

export interface AnnotationName {
  pageId: number;
  clientUuid: string;
}

/** A whiteboard in use for days has about 2,000 annotations. */
const MAX_PER_PAGE = 5_000;
/** A thumbnail shows all annotations of its page. */
const MAX_BYTES_PER_PAGE = 4 * 1024 ** 2;
/** 20,000 strokes, each moved once, use a tenth of this size. */
const MAX_HISTORY_BYTES = 256 * 1024 ** 2;
const CHANGE_BYTES = 1024;

export function putAnnotation(call: BinderCall, name: AnnotationName, markup: string): Promise<void> {
  const svgTag = clean(markup, name.clientUuid);
  const { actor, binderId } = call;
  const { pageId, clientUuid } = name;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const replaced = await upsertAnnotation(tx, { binderId, ...name, userId: actor.userId, svgTag, at });
    const { count, bytes } = await measureAnnotations(tx, binderId, pageId);
    if (count > MAX_PER_PAGE)
      throw preconditionFailed(because('page_annotations_full', { count: MAX_PER_PAGE }));
    if (bytes > MAX_BYTES_PER_PAGE)
      throw preconditionFailed(because('page_annotations_large', { limit: MAX_BYTES_PER_PAGE }));
    if ((await bumpRevision(tx, binderId, pageId, at, replaced + CHANGE_BYTES)) > MAX_HISTORY_BYTES)
      throw preconditionFailed(because('page_history_full'));
    await log([{ kind: 'page_annotated', body: { page_id: pageId, client_uuid: clientUuid } }]);
  });
}

function clean(markup: string, clientUuid: string): string {
  try {
    return cleanMarkup(markup, clientUuid);
  } catch (error) {
    throw error instanceof MarkupRefused ? invalid('svg_tag', `is refused: ${error.message}`) : error;
  }
}

export function deleteAnnotation(call: BinderCall, { pageId, clientUuid }: AnnotationName): Promise<void> {
  const { binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
    const bytes = await removeAnnotation(tx, binderId, pageId, clientUuid);
    if (bytes === undefined) throw notFound('annotation', clientUuid);
    await bumpRevision(tx, binderId, pageId, at, bytes + CHANGE_BYTES);
    await log([{ kind: 'page_annotation_deleted', body: { page_id: pageId, client_uuid: clientUuid } }]);
  });
}
