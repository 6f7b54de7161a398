import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { singlePage, WORD } from './single-page.ts';

async function written(use: (document: PDFDocument) => void, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([595.28, 841.89]);
  page.drawText(`${WORD} report`, {
    x: 60,
    y: 60,
    size: 14,
    font: await document.embedFont(StandardFonts.Helvetica),
  });
  page.drawRectangle({ x: 10, y: 10, width: 50, height: 30 });
  use(document);
  return Buffer.from(await document.save({ useObjectStreams }));
}

export const encrypted = () =>
  written(
    (document) =>
      document.encrypt({ userPassword: '', ownerPassword: 'owner', permissions: { modifying: false } }),
    false,
  );

export const compressed = () => written(() => {}, true);

export const misplacedTable = () =>
  Buffer.from(
    singlePage()
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  );

export const prefixed = () => Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), singlePage()]);

/** Simulates an FTP transfer in text mode, which shifts the offsets. */
export const shiftedTable = () =>
  Buffer.from(
    singlePage()
      .toString('latin1')
      .replace(/(\d{10}) 00000 n/g, (_, at) => `${String(Number(at) + 3).padStart(10, '0')} 00000 n`),
    'latin1',
  );

export function updated(): Buffer {
  const before = singlePage({ content: '' });
  const content = `0 0 1 rg 10 10 50 30 re f 0 g BT /F 14 Tf 60 60 Td (${WORD} report) Tj ET`;
  const object = `4 0 obj\n<</Length ${content.length}>>stream\n${content}\nendstream\nendobj\n`;
  const start = Number(/startxref\n(\d+)/.exec(before.toString('latin1'))?.[1]);
  const place = String(before.length).padStart(10, '0');
  const table = `xref\n4 1\n${place} 00000 n \ntrailer<</Size 5/Root 1 0 R/Prev ${start}>>\n`;
  const end = `startxref\n${before.length + object.length}\n%%EOF\n`;
  return Buffer.concat([before, Buffer.from(object + table + end, 'latin1')]);
}
