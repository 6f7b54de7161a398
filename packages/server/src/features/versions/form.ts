import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { FormRefusal, FormValue, PdfForm } from '@ringbinder/page-renderer';
import { accessBinder, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  ApiError,
  type Because,
  because,
  fieldPreconditionFailed,
  invalidFields,
  withDetails,
} from '../../errors.ts';
import type { ReceivedFile } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { storeBytes } from '../files/index.ts';
import { feedTexts } from '../message-rows/index.ts';
import {
  type AcceptedUpload,
  createDerivedFile,
  findPage,
  inspectFile,
  type PageRow,
  runMediaJob,
} from '../pages/index.ts';
import { findDocument } from './document.ts';
import { hasSignatures } from './queries.ts';
import { finish, type StoredVersion, showVersion } from './replace.ts';

/** Increment it when the reading of forms changes. */
const READER_VERSION = 1;

const REFUSALS: Readonly<Record<FormRefusal, Because>> = {
  xfa: because('form_xfa'),
  signed: because('form_signed'),
  encrypted: because('form_encrypted'),
  too_large: because('form_large'),
  unreadable: because('form_unreadable'),
};

export async function readForm(env: Environment, binderId: string, page: PageRow): Promise<PdfForm> {
  const sha256 = pdfOf(page);
  if (sha256 === null) return { fields: [] };
  const name = `${sha256}/form-${READER_VERSION}.json`;
  const bytes = await createDerivedFile(env, name, `form of page ${page.id}`, async () =>
    Buffer.from(JSON.stringify(await env.media.form(env.files.pathOf(sha256), { group: binderId }))),
  ).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  return bytes === null ? { refusal: 'unreadable', fields: [] } : JSON.parse(bytes.toString());
}

/** Excludes office documents, because filling a form would replace the document with its PDF. */
const pdfOf = ({ mime_type, pdf_sha256, sha256 }: PageRow): string | null =>
  mime_type === 'application/pdf' && pdf_sha256 === null ? sha256 : null;

export interface FilledFile extends AcceptedUpload {
  file: ReceivedFile;
  drop(): Promise<void>;
}

/** The caller must drop the new file. */
export async function fillFields(
  { env, actor, binderId: id }: BinderCall,
  pageId: number,
  values: Readonly<Record<string, FormValue>>,
): Promise<FilledFile> {
  const { binderId } = await accessBinder(env.db, actor, id, 'write');
  const page = orNotFound(await findPage(env.db, binderId, pageId), 'page', pageId);
  const sha256 = pdfOf(page);
  if (sha256 === null)
    throw fieldPreconditionFailed(
      'page_id',
      withDetails(because('not_possible'), `is a page without a form: ${page.type}`),
    );
  const target = env.files.newTemporary();
  try {
    const filled = await runMediaJob(`filled form of page ${pageId}`, () =>
      env.media.fillForm(env.files.pathOf(sha256), { target, values, signal: env.cutOff }),
    );
    if (filled.type === 'refused') throw fieldPreconditionFailed('page_id', REFUSALS[filled.refusal]);
    if (filled.type === 'invalid') throw invalidValues(filled.errors);
    const bytes = await env.files.receive(createReadStream(target), Number.MAX_SAFE_INTEGER);
    const file = { name: page.file_name ?? 'form.pdf', bytes };
    try {
      return { file, drop: () => bytes.drop(), ...(await inspectFile(env, file, env.cutOff)) };
    } catch (error) {
      await bytes.drop();
      throw error;
    }
  } finally {
    await rm(target, { force: true });
  }
}

function invalidValues(problems: readonly { name: string; message: string }[]): ApiError {
  const errors = problems.map(({ name, message }) => ({ path: `values.${name}`, message }));
  return invalidFields(errors);
}

/**
 * Pages keep their drawings, because filling a form moves nothing on the pages. `baseFileId` must still be the
 * document's file, so that no value is lost.
 */
export function storeFilled(
  call: BinderCall,
  pageId: number,
  baseFileId: string,
  { file, inspection }: FilledFile,
): Promise<StoredVersion> {
  return changeBinder(call, 'write', async (change) => {
    const document = await findDocument(change.tx, call.binderId, pageId);
    if (document.fileId !== baseFileId)
      throw fieldPreconditionFailed('base_file_id', because('form_changed', { page: pageId }));
    if (await hasSignatures(change.tx, call.binderId, document.fileId))
      throw fieldPreconditionFailed('page_id', REFUSALS.signed);
    const pages = document.pageIds.flatMap((id, place) => {
      const pageIndex = document.pageIndexes[place] ?? 0;
      const size = inspection.pages[pageIndex];
      return size ? [{ ...size, id, pageIndex }] : [];
    });
    if (pages.length < document.pageIds.length) throw fieldPreconditionFailed('page_id', REFUSALS.unreadable);
    await storeBytes(change.tx, [file.bytes], change.at);
    const { sha256, size } = file.bytes;
    const stored = await showVersion(call, change, document, {
      file: {
        name: file.name,
        sha256,
        size,
        mimeType: inspection.mimeType,
        pdfSha256: null,
        conversion: null,
      },
      pages,
      hasDrawings: true,
    });
    await finish(call, change, document, stored.entries, feedTexts.formFilled(file.name));
    return stored;
  });
}

export async function fieldsOfPage(env: Environment, db: Database, binderId: string, pageId: number) {
  const page = orNotFound(await findPage(db, binderId, pageId), 'page', pageId);
  const { refusal: unfillable, fields } = await readForm(env, binderId, page);
  const isSigned = page.file_id !== null && (await hasSignatures(db, binderId, page.file_id));
  const refusal = unfillable ?? (isSigned && fields.length > 0 ? 'signed' : undefined);
  const shown = fields.flatMap(({ widgets, ...field }) => {
    const here = widgets.filter(({ page_index }) => page_index === page.page_index);
    return here.length === 0 ? [] : [{ ...field, widgets: here.map(({ page_index: _, ...place }) => place) }];
  });
  return {
    file_id: page.file_id ?? '',
    ...(refusal && { refusal: { reason: refusal, message: `The file ${REFUSALS[refusal].message}.` } }),
    fields: shown,
  };
}
