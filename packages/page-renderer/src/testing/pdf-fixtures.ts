import { PDFDocument } from '@cantoo/pdf-lib';
import { type PdfObject, pdfOf } from './pdf-objects.ts';

export interface PdfFixture {
  pages?: number;
  /** In points. Default: 612 × 792. */
  width?: number;
  height?: number;
  /** In degrees clockwise, a multiple of 90. */
  rotate?: number;
  cropBox?: readonly [number, number, number, number];
  text?: string;
  head?: string;
}

export function makePdf(fixture: PdfFixture = {}): Buffer {
  const { pages = 1, width = 612, height = 792, rotate = 0, cropBox, text = '' } = fixture;
  const objects: PdfObject[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${range(pages, (index) => `${4 + 2 * index} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const crop = cropBox === undefined ? '' : `/CropBox[${cropBox.join(' ')}]`;
  const shape = `/MediaBox[0 0 ${width} ${height}]${crop}/Rotate ${rotate}`;
  for (let index = 0; index < pages; index++) {
    const label = `Page ${index + 1} ${text}`.replace(/[\\()]/g, '\\$&');
    objects.push(
      `<</Type/Page/Parent 2 0 R${shape}/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      { dictionary: '', data: `BT /F 24 Tf 50 ${height - 80} Td (${label}) Tj ET` },
    );
  }
  return pdfOf(objects, fixture.head === undefined ? {} : { head: fixture.head });
}

/** If `toOpen` is false, the password only prevents changes. */
export async function makeEncryptedPdf(options: { toOpen?: boolean } = {}): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([612, 792]);
  const userPassword = options.toOpen === false ? '' : 'open sesame';
  document.encrypt({ userPassword, ownerPassword: 'owner', permissions: { modifying: false } });
  return Buffer.from(await document.save());
}

export function truncated(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

export function makeLyingCountPdf(count: number): Buffer {
  return pdfOf([CATALOG, `<</Type/Pages/Kids[3 0 R]/Count ${count}>>`, page(2)]);
}

export function makeCyclicPdf(): Buffer {
  return pdfOf([
    CATALOG,
    '<</Type/Pages/Kids[3 0 R]/Count 2>>',
    '<</Type/Pages/Parent 2 0 R/Kids[2 0 R 4 0 R]/Count 2>>',
    page(3),
  ]);
}

export function makeDeepPdf(depth: number): Buffer {
  const nodes = range(depth, (level) => `<</Type/Pages/Kids[${level + 3} 0 R]/Count 1>>`);
  return pdfOf([CATALOG, ...nodes, page(depth + 1)]);
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

const page = (parent: number) => `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 612 792]>>`;

const range = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index));
