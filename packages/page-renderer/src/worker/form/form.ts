import { writeFile } from 'node:fs/promises';
import { PDFName } from '@cantoo/pdf-lib';
import type { FilledForm, FormValue, PdfForm } from '../../form.ts';
import type { FillJob, FormJob } from '../../jobs.ts';
import type { Limits } from '../kinds/kind.ts';
import { createAppearances } from './appearances.ts';
import { type OpenField, openFields } from './fields.ts';
import { dictOf, openForm } from './open.ts';
import { setValue } from './set-value.ts';
import { problemOf } from './validate.ts';

export async function readForm({ path }: FormJob, limits: Limits): Promise<PdfForm> {
  return read(path, limits).catch((error) => ({ refusal: unreadable(error), fields: [] }));
}

export async function fillForm(job: FillJob, limits: Limits): Promise<FilledForm> {
  return fill(job, limits).catch((error) => ({ type: 'refused', refusal: unreadable(error) }));
}

function unreadable(error: NodeJS.ErrnoException): 'unreadable' {
  if (error.syscall !== undefined) throw error;
  return 'unreadable';
}

async function read(path: string, limits: Limits): Promise<PdfForm> {
  const form = await openForm(path, limits);
  if (form === null) return { fields: [] };
  if (typeof form === 'string') return { refusal: form, fields: [] };
  const { document, refusal } = form;
  return { ...(refusal && { refusal }), fields: openFields(document).map(({ field }) => field) };
}

async function fill({ path, target, values }: FillJob, limits: Limits): Promise<FilledForm> {
  const form = await openForm(path, limits);
  if (typeof form === 'string') return { type: 'refused', refusal: form };
  if (form?.refusal) return { type: 'refused', refusal: form.refusal };
  const fields = new Map((form ? openFields(form.document) : []).map((each) => [each.field.name, each]));
  const errors: { name: string; message: string }[] = [];
  const changes: [OpenField, FormValue][] = [];
  for (const [name, value] of Object.entries(values)) {
    const open = fields.get(name);
    const message = open ? problemOf(open.field, value) : 'is not a field of the form';
    if (message !== undefined) errors.push({ name, message });
    else if (open) changes.push([open, value]);
  }
  if (errors.length > 0 || form === null) return { type: 'invalid', errors };
  const { document } = form;
  const acroForm = dictOf(document.catalog, 'AcroForm');
  const isForViewers = String(acroForm?.lookup(PDFName.of('NeedAppearances'))) === 'true';
  for (const [open, value] of changes) setValue(open, value);
  const changed = new Set(changes.map(([open]) => open));
  // `NeedAppearances` makes viewers draw all fields, but they may lack the fonts. So draw all of them here.
  const others = isForViewers ? [...fields.values()].filter((each) => !changed.has(each)) : [];
  await createAppearances(document, [...changed, ...others]);
  acroForm?.delete(PDFName.of('NeedAppearances'));
  // A change breaks Adobe's usage rights signature.
  const permissions = dictOf(document.catalog, 'Perms');
  for (const key of ['UR', 'UR3']) permissions?.delete(PDFName.of(key));
  await writeFile(target, await document.save({ updateFieldAppearances: false, addDefaultPage: false }), {
    mode: 0o600,
  });
  return { type: 'filled' };
}
