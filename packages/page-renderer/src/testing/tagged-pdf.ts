import { type PdfObject, pdfOf } from './pdf-objects.ts';

export function makeTaggedPdf(
  options: { language?: string; title?: string; tree?: Record<number, PdfObject> } = {},
): Buffer {
  const { language = 'de-DE', title = 'Kreditvertrag', tree = {} } = options;
  const page = (contents: number, key: number, more = '') =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents ${contents} 0 R/Resources<</Font<</F 3 0 R>>>>/StructParents ${key}${more}>>`;
  const objects: PdfObject[] = [
    `<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/Lang(${language})/StructTreeRoot 10 0 R/ViewerPreferences<</DisplayDocTitle true>>>>`,
    '<</Type/Pages/Count 3/Kids[4 0 R 5 0 R 6 0 R]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    page(7, 0, '/Annots[22 0 R]'),
    page(8, 1),
    page(9, 2),
    { dictionary: '', data: marked('Heading', 'Begin', 'Link') },
    { dictionary: '', data: marked('End', 'Chart') },
    { dictionary: '', data: marked('Item', 'Interest', '5 %') },
    '<</Type/StructTreeRoot/K 11 0 R/ParentTree 23 0 R/ParentTreeNextKey 4/RoleMap<</Titel/H1>>/IDTree<</Names[(h1)19 0 R]>>>>',
    '<</S/Document/P 10 0 R/K[12 0 R 13 0 R 14 0 R 15 0 R 16 0 R]>>',
    '<</S/Titel/P 11 0 R/Pg 4 0 R/K 0>>',
    '<</S/P/P 11 0 R/Pg 4 0 R/K[1<</Type/MCR/Pg 5 0 R/MCID 0>>]>>',
    '<</S/Link/P 11 0 R/Pg 4 0 R/K[2<</Type/OBJR/Obj 22 0 R>>]>>',
    '<</S/Figure/P 11 0 R/Pg 5 0 R/K[1]/Alt(A chart)/A<</O/Layout/BBox[0 0 9 9]>>>>',
    '<</S/Table/P 11 0 R/K[17 0 R 18 0 R]>>',
    '<</S/TR/P 16 0 R/K[19 0 R]>>',
    '<</S/TR/P 16 0 R/K[20 0 R 21 0 R 24 0 R]>>',
    '<</S/TH/P 17 0 R/Pg 6 0 R/K 0/ID(h1)>>',
    '<</S/TD/P 18 0 R/Pg 6 0 R/K 1/A[<</O/Table/Headers[(h1)]>>]>>',
    '<</S/TD/P 18 0 R/Pg 6 0 R/K 2>>',
    '<</Type/Annot/Subtype/Link/Rect[50 150 120 180]/Border[0 0 0]/A<</S/URI/URI(https://example.com/)>>/StructParent 3>>',
    '<</Nums[0[12 0 R 13 0 R 14 0 R]1[13 0 R 15 0 R]2[19 0 R 20 0 R 21 0 R]3 14 0 R]>>',
    '<</S/TD/P 18 0 R>>',
    `<</Title(${title})>>`,
  ];
  for (const [number, object] of Object.entries(tree)) objects[Number(number) - 1] = object;
  return pdfOf(objects, { trailer: '/Info 25 0 R' });
}

const marked = (...texts: string[]) =>
  texts
    .map((text, mcid) => `/P<</MCID ${mcid}>>BDC BT /F 20 Tf 50 ${240 - 40 * mcid} Td (${text}) Tj ET EMC`)
    .join('\n');
