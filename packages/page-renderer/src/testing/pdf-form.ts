import { degrees, PDFDocument, type PDFField, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';

const ROWS = ['Family name', 'Given name', 'Street', 'House number', 'Postcode', 'City', 'Country', 'Email'];
const QUESTIONS = ['I live alone', 'I have children', 'I own a car', 'I am self-employed', 'I pay rent'];

const label = (field: PDFField, text: string) =>
  field.acroField.dict.set(PDFName.of('TU'), PDFString.of(text));

export async function applicationForm(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const form = document.getForm();
  const page = document.addPage([595, 842]);
  const write = (text: string, x: number, y: number, size = 10) => page.drawText(text, { x, y, size, font });
  write('Application for housing benefit', 50, 780, 18);
  for (const [index, row] of ROWS.entries()) {
    const y = 730 - index * 32;
    write(row, 50, y + 6);
    const field = form.createTextField(`person.${row.toLowerCase().replaceAll(' ', '_')}`);
    label(field, row);
    field.addToPage(page, { x: 180, y, width: 250, height: 20, borderWidth: 1 });
    if (index < 2) field.enableRequired();
  }
  write('Tax number', 50, 474);
  const comb = form.createTextField('tax.number');
  label(comb, 'Tax number');
  comb.setMaxLength(11);
  comb.addToPage(page, { x: 180, y: 468, width: 250, height: 20, borderWidth: 1 });
  comb.enableCombing();
  for (const [index, question] of QUESTIONS.entries()) {
    const y = 430 - index * 26;
    write(question, 75, y + 3);
    const box = form.createCheckBox(`facts.${index + 1}`);
    label(box, question);
    box.addToPage(page, { x: 50, y, width: 14, height: 14 });
  }
  const household = form.createRadioGroup('household');
  label(household, 'Household');
  for (const [index, option] of ['single', 'couple', 'family'].entries()) {
    write(option, 325, 430 - index * 26 + 3);
    household.addOptionToPage(option, page, { x: 300, y: 430 - index * 26, width: 14, height: 14 });
  }
  const county = form.createDropdown('county');
  label(county, 'County');
  county.addOptions(['North', 'South', 'East', 'West']);
  county.addToPage(page, { x: 300, y: 330, width: 130, height: 20 });
  const remarks = form.createTextField('remarks');
  label(remarks, 'Remarks');
  remarks.enableMultiline();
  remarks.addToPage(page, { x: 50, y: 190, width: 495, height: 90, borderWidth: 1 });
  remarks.setFontSize(10);
  const office = form.createTextField('office.number');
  label(office, 'Number, for the office');
  office.setText('2026-0815');
  office.addToPage(page, { x: 50, y: 140, width: 200, height: 20 });
  office.enableReadOnly();
  const second = document.addPage([842, 595]);
  second.setRotation(degrees(90));
  for (let index = 0; index < 12; index++) {
    const field = form.createTextField(`rent.${index + 1}`);
    label(field, `Rent of month ${index + 1}`);
    const at = { x: 130 + index * 50, y: 60, width: 200, height: 24 };
    field.addToPage(second, { ...at, rotate: degrees(90), borderWidth: 1 });
  }
  form
    .getTextField('person.family_name')
    .addToPage(second, { x: 80, y: 300, width: 200, height: 20, rotate: degrees(90) });
  return Buffer.from(await document.save());
}

export async function withFormEntry(
  pdf: Buffer,
  key: string,
  value: 'text' | 'true' | null,
): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const form = document.getForm().acroForm.dict;
  if (value === null) form.delete(PDFName.of(key));
  else form.set(PDFName.of(key), value === 'text' ? PDFString.of('<xdp/>') : document.context.obj(true));
  return Buffer.from(await document.save({ updateFieldAppearances: false }));
}

export async function encryptedForm(): Promise<Buffer> {
  const document = await PDFDocument.load(await applicationForm());
  document.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } });
  return Buffer.from(await document.save());
}
