import { withoutCharset } from '@ringbinder/page-renderer';
import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { because, fieldPreconditionFailed, invalid, withDetails } from '../../errors.ts';
import type { LogBodies } from '../../log/index.ts';
import { checkBytes } from '../orgs/index.ts';
import { kindOf } from './kinds/index.ts';
import { noteFileName, receiveNote, storeNoteFile } from './note-file.ts';
import {
  archiveReplacedFile,
  changePage,
  isLongNumber,
  renumberPages,
  requireSection,
  storePageText,
} from './page-changes.ts';
import { findPage } from './queries.ts';

export interface PageChange {
  name?: string | undefined;
  description?: string | undefined;
  text?: string | undefined;
  pageNumber?: string | undefined;
  sectionId?: number | undefined;
  /** The file on which the client based the change, to prevent lost updates. */
  baseFileId?: string | undefined;
}

export async function updatePage(call: BinderCall, pageId: number, change: PageChange): Promise<void> {
  const { env, actor, binderId } = call;
  const { name, description, text, pageNumber, sectionId, baseFileId } = change;
  if ([name, description, text, pageNumber, sectionId].every((each) => each === undefined))
    throw invalid('', 'at least one of name, description, text, page_number and section_id is required');
  const bytes = text === undefined ? null : await receiveNote(env, text);
  try {
    await changeBinder(call, 'write', async ({ tx, access, at, log }) => {
      const page = orNotFound(await findPage(tx, binderId, pageId), 'page', pageId);
      if (baseFileId !== undefined && baseFileId !== page.file_id) {
        throw fieldPreconditionFailed('base_file_id', because('note_changed', { page: pageId }));
      }
      await requireSection(tx, binderId, sectionId);
      let fileId: string | undefined;
      if (text !== undefined && bytes !== null) {
        if (!kindOf(page).isEditable) {
          throw fieldPreconditionFailed(
            'text',
            withDetails(because('not_possible'), `is only for notes, but page ${pageId} is ${page.type}`),
          );
        }
        // Copies of the page share the old file, so the changed text becomes a new file.
        const storedFile = {
          name: page.file_name ?? noteFileName(name ?? page.name),
          mimeType: withoutCharset(page.mime_type ?? 'text/markdown'),
          ...(page.file_id === null ? {} : { replaces: page.file_id }),
        };
        fileId = await storeNoteFile(env, tx, { binderId, userId: actor.userId, ...storedFile, bytes, at });
        await storePageText(tx, binderId, pageId, text);
      }
      await changePage(tx, binderId, pageId, { name, description, pageNumber, fileId, sectionId }, at);
      if (fileId !== undefined && page.file_id !== null)
        await archiveReplacedFile(tx, binderId, page.file_id, at);
      if (fileId !== undefined) await checkBytes(tx, access.orgId);
      const isLong = pageNumber !== undefined && isLongNumber(pageNumber);
      const renumbered = isLong ? await renumberPages(tx, binderId, at) : [];
      const newNumber = renumbered.find(({ id }) => id === pageId)?.page_number ?? pageNumber;
      const body = entryBody(pageId, change, newNumber, fileId);
      const others = renumbered.filter(({ id }) => id !== pageId);
      await log([body, ...others].map((each) => ({ kind: 'page_updated', body: each })));
    });
  } finally {
    await bytes?.drop();
  }
}

function entryBody(
  id: number,
  { name, description, sectionId }: PageChange,
  pageNumber: string | undefined,
  fileId: string | undefined,
): LogBodies['page_updated'] {
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: true }),
    ...(pageNumber === undefined ? {} : { page_number: pageNumber }),
    ...(fileId === undefined ? {} : { file_id: fileId }),
    ...(sectionId === undefined ? {} : { section_id: sectionId }),
  };
}
