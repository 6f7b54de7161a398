import { type PdfObject, pdfOf } from '../pdf-objects.ts';

export interface SinglePage {
  /** In points. Default: A4. */
  size?: readonly [width: number, height: number];
  origin?: readonly [x: number, y: number];
  page?: string;
  /** Default: a blue square at the lower left and a line of text. */
  content?: string;
  resources?: string;
  catalog?: string;
  /** Objects that are numbered from 5. `objects` continues the numbering. */
  annotations?: readonly PdfObject[];
  objects?: readonly PdfObject[];
  pages?: number;
}

export const FIRST_OBJECT = 5;

export const WORD = 'Quarterly';

const CONTENT = `0 0 1 rg 10 10 50 30 re f 0 g BT /F 14 Tf 60 60 Td (${WORD} report) Tj ET`;

export function singlePage(options: SinglePage = {}): Buffer {
  const {
    size = [595.28, 841.89],
    origin = [0, 0],
    page = '',
    content = CONTENT,
    resources = '',
    catalog = '',
  } = options;
  const { annotations = [], objects = [], pages = 1 } = options;
  const box = [...origin, origin[0] + size[0], origin[1] + size[1]].join(' ');
  const list = annotations.map((_, at) => `${FIRST_OBJECT + at} 0 R`).join(' ');
  const fonts = '/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const hasFonts = resources.includes('/Font');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${'3 0 R '.repeat(pages)}]/Count ${pages}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]${page}/Contents 4 0 R/Resources<<${hasFonts ? '' : `/Font<<${fonts}>>`}${resources}>>${list === '' ? '' : `/Annots[${list}]`}>>`,
    { dictionary: '', data: content },
    ...annotations,
    ...objects,
  ]);
}

export function appearance(text: string): PdfObject {
  return {
    dictionary:
      '/Type/XObject/Subtype/Form/BBox[0 0 150 40]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
    data: `0.6 0.9 0.6 rg 0 0 150 40 re f 0 g BT /F 20 Tf 5 12 Td (${text}) Tj ET`,
  };
}
