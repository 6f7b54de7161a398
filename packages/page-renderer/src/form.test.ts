import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type FormValue, type MediaEngine } from './index.ts';
import { applicationForm, encryptedForm, makePdf, withFormEntry } from './testing/index.ts';
import { buttons, sharedField, signature, textField } from './testing/world/pdf-forms.ts';

let engine: MediaEngine;
let folder: string;
beforeAll(async () => {
  engine = createMediaEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'form-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function stored(bytes: Buffer): Promise<string> {
  const path = join(folder, `${count++}.pdf`);
  await writeFile(path, bytes);
  return path;
}
const read = async (bytes: Buffer) => engine.form(await stored(bytes));
async function filled(bytes: Buffer, values: Record<string, FormValue>): Promise<string> {
  const target = join(folder, `${count++}.pdf`);
  const answer = await engine.fillForm(await stored(bytes), { target, values });
  assert.deepEqual(answer, { type: 'filled' });
  return target;
}
const wordsIn = async (path: string) =>
  (await promisify(execFile)('pdftotext', ['-layout', path, '-'])).stdout.replaceAll(/\s+/g, ' ');
const valueIn = async (path: string, name: string) =>
  (await engine.form(path)).fields.find((field) => field.name === name)?.value;

test('[PAGE-64] fields have their labels, types, values and places, in the order of the page', async () => {
  const { fields } = await read(await applicationForm());
  assert.equal(fields.length, 30);
  const [first, ...others] = fields;
  assert.deepEqual(
    [first?.name, first?.label, first?.type, first?.value],
    ['person.family_name', 'Family name', 'text', ''],
  );
  assert.deepEqual([first?.is_required, first?.is_read_only], [true, false]);
  const [place, second] = first?.widgets ?? [];
  assert.ok(place && Math.abs(place.x - 180 / 595) < 0.01 && Math.abs(place.y - 1 + 750 / 842) < 0.01);
  assert.ok(
    second && second.page_index === 1 && second.x >= 0 && second.y >= 0 && second.width > second.height,
  );
  const by = (name: string) => others.find((field) => field.name === name);
  assert.deepEqual(
    [by('tax.number')?.max_length, by('tax.number')?.is_comb, by('remarks')?.is_multiline],
    [11, true, true],
  );
  assert.deepEqual([by('office.number')?.value, by('office.number')?.is_read_only], ['2026-0815', true]);
  assert.deepEqual(
    by('household')?.options?.map(({ value }) => value),
    ['single', 'couple', 'family'],
  );
  assert.deepEqual(
    by('household')?.widgets.map(({ option }) => option),
    ['single', 'couple', 'family'],
  );
  assert.deepEqual(await read(makePdf({ pages: 1 })), { fields: [] });
});

test('[PAGE-69] another program shows filled values, on rotated pages and in all places of a field', async () => {
  const path = await filled(await applicationForm(), {
    'person.family_name': 'Łukaszewska Ивановна',
    'tax.number': '12345678901',
    'facts.2': true,
    household: 'couple',
    county: 'East',
    remarks: 'First line\nΔεύτερη γραμμή',
    'rent.3': '450 €',
  });
  const words = await wordsIn(path);
  assert.equal(words.split('Łukaszewska Ивановна').length, 3, words);
  for (const each of ['1 2 3 4 5 6 7 8 9 0 1', 'East', 'First line', 'Δεύτερη γραμμή', '450 €'])
    assert.ok(words.includes(each), `${each} in ${words}`);
  assert.deepEqual(
    [await valueIn(path, 'facts.2'), await valueIn(path, 'household'), await valueIn(path, 'county')],
    [true, 'couple', 'East'],
  );
  const again = await filled(await readFile(path), { county: 'West' });
  assert.equal(await valueIn(again, 'person.family_name'), 'Łukaszewska Ивановна');
  assert.ok((await wordsIn(again)).includes('West'));
});

test('[PAGE-69] forms of other programs: shared, without appearances, without or with a broken default appearance', async () => {
  assert.equal((await wordsIn(await filled(sharedField('old'), { amount: 'new' }))).split('new').length, 3);
  const bare = textField({ value: 'x', hasAppearance: false });
  assert.ok((await wordsIn(await filled(bare, { amount: 'Привет' }))).includes('Привет'));
  for (const appearance of [null, '/Helv Tf g', '/Unknown 9 Tf 1 0 0 rg', 'nothing'] as const) {
    const document = await PDFDocument.load(bare);
    const form = document.getForm();
    form.acroForm.dict.delete(PDFName.of('DA'));
    form.acroForm.dict.delete(PDFName.of('DR'));
    for (const widget of form.getTextField('amount').acroField.getWidgets()) {
      if (appearance === null) widget.dict.delete(PDFName.of('DA'));
      else widget.dict.set(PDFName.of('DA'), PDFString.of(appearance));
    }
    const broken = Buffer.from(await document.save({ updateFieldAppearances: false }));
    assert.ok(
      (await wordsIn(await filled(broken, { amount: 'Summe 12' }))).includes('Summe 12'),
      `${appearance}`,
    );
  }
  const off = await filled(buttons(), { agree: false });
  assert.equal(await valueIn(off, 'agree'), false);
});

test('[PAGE-69] a long text is made smaller instead of cut off', async () => {
  const long = 'The quick brown fox jumps over the lazy dog again';
  const path = await filled(textField({ value: '', hasAppearance: false }), { amount: long });
  assert.ok((await wordsIn(path)).includes(long));
});

test('[PAGE-69] viewers are not asked to draw the values, and fields without appearances get them', async () => {
  const form = await withFormEntry(
    textField({ value: 'before', hasAppearance: false }),
    'NeedAppearances',
    'true',
  );
  const path = await filled(form, { amount: 'after' });
  const document = await PDFDocument.load(await readFile(path));
  assert.equal(document.getForm().acroForm.dict.get(PDFName.of('NeedAppearances')), undefined);
  assert.ok((await wordsIn(path)).includes('after'));
});

test('[PAGE-66] every value that does not fit is named, and no file is written', async () => {
  const values = {
    nowhere: '1',
    'office.number': '1',
    county: 'Nowhere',
    'tax.number': '123456789012',
    'person.city': '東京 ไทย',
    'person.street': 'a\nb',
    'facts.1': 'yes',
    household: 'two',
    remarks: 'שלום',
  };
  const target = join(folder, 'none.pdf');
  const answer = await engine.fillForm(await stored(await applicationForm()), { target, values });
  assert.ok(answer.type === 'invalid');
  assert.deepEqual(new Set(answer.errors.map(({ name }) => name)), new Set(Object.keys(values)));
  assert.match(answer.errors.find(({ name }) => name === 'person.city')?.message ?? '', /東 京 ไ/);
  await assert.rejects(() => rm(target), { code: 'ENOENT' });
});

test('[PAGE-68] XFA, signed and encrypted forms are refused', async () => {
  const cases = [
    [await withFormEntry(await applicationForm(), 'XFA', 'text'), 'xfa'],
    [signature(), 'signed'],
    [await encryptedForm(), 'encrypted'],
  ] as const;
  for (const [bytes, refusal] of cases) {
    assert.equal((await read(bytes)).refusal, refusal);
    const options = { target: join(folder, 'none.pdf'), values: { 'person.city': 'Bonn' } };
    assert.deepEqual(await engine.fillForm(await stored(bytes), options), { type: 'refused', refusal });
  }
});
