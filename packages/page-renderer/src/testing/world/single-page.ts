import { type PdfObject, pdfOf } from '../pdf-objects.ts';

export interface SinglePage {
  /** Points; A4 as most programs write it by default. */
  size?: readonly [width: number, height: number];
  /** Where the page begins; at 0, 0 by default. */
  origin?: readonly [x: number, y: number];
  /** Further entries of the page, such as `/Rotate 90`. */
  page?: string;
  /** What is drawn; a blue square at the lower left corner and a line of text by default. */
  content?: string;
  /** Entries of the page's resources beside `/F`, which is Helvetica. */
  resources?: string;
  /** Entries of the catalog. */
  catalog?: string;
  /** The annotations of the page, which are the objects from 5 on; further objects follow them. */
  annotations?: readonly PdfObject[];
  objects?: readonly PdfObject[];
  /** How often the tree has the page; once by default. */
  pages?: number;
}

/** The number of the first annotation, or of the first further object of a page without any. */
export const FIRST_OBJECT = 5;

/** What each page of this corpus says, so that each can be found. */
export const WORD = 'Quarterly';

const CONTENT = `0 0 1 rg 10 10 50 30 re f 0 g BT /F 14 Tf 60 60 Td (${WORD} report) Tj ET`;

/** A PDF of one page, object for object as it is written here: 1 catalog, 2 tree, 3 page, 4 content. */
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

/** An appearance of 150 × 40 points: a green area with a text. */
export function appearance(text: string): PdfObject {
  return {
    dictionary:
      '/Type/XObject/Subtype/Form/BBox[0 0 150 40]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
    data: `0.6 0.9 0.6 rg 0 0 150 40 re f 0 g BT /F 20 Tf 5 12 Td (${text}) Tj ET`,
  };
}
