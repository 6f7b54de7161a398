import { FIRST_OBJECT, singlePage } from './single-page.ts';

const SMALL_PAGE = { size: [300, 100] as const };
const DESCRIPTOR = (name: string, flags = 32) =>
  `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[-500 -300 1200 1000]/ItalicAngle 0/Ascent 860/Descent -140/CapHeight 700/StemV 80>>`;
const WIDTHS = '/FirstChar 65/LastChar 72/Widths[667 667 722 722 667 611 778 722]';

/** Uses a font that is not embedded. Codes A to H map to glyph names. */
const byName = (glyphs: string) =>
  singlePage({
    ...SMALL_PAGE,
    resources: `/Font<</F ${FIRST_OBJECT} 0 R>>`,
    content: 'BT /F 24 Tf 20 40 Td (ABCDEFGH) Tj ET',
    objects: [
      `<</Type/Font/Subtype/TrueType/BaseFont/Arial${WIDTHS}/FontDescriptor ${FIRST_OBJECT + 1} 0 R/Encoding<</Type/Encoding/Differences[65${glyphs}]>>>>`,
      DESCRIPTOR('Arial'),
    ],
  });

export const greek = () => byName('/Alpha/Beta/Gamma/Sigma/Epsilon/Zeta/Eta/Theta');
export const cyrillic = () =>
  byName('/afii10017/afii10018/afii10019/afii10020/afii10021/afii10022/afii10024/afii10025');
export const latin = () => byName('/A/B/C/D/E/F/G/H');

const cjk = (name: string, order: string, encoding: string, text: string) =>
  singlePage({
    ...SMALL_PAGE,
    resources: `/Font<</F ${FIRST_OBJECT} 0 R>>`,
    content: `BT /F 24 Tf 20 40 Td <${text}> Tj ET`,
    objects: [
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[${FIRST_OBJECT + 1} 0 R]>>`,
      `<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${order})/Supplement 2>>/DW 1000/FontDescriptor ${FIRST_OBJECT + 2} 0 R>>`,
      DESCRIPTOR(name, 4),
    ],
  });

export const japanese = () => cjk('MS-Gothic', 'Japan1', '90ms-RKSJ-H', '93FA967B8CEA');
export const chinese = () => cjk('SimSun', 'GB1', 'UniGB-UCS2-H', '4E2D6587');

export const korean = () => cjk('Batang', 'Korea1', 'KSCms-UHC-H', 'C7D1B1B9BEEE');

/** Uses a font that is not embedded, with glyph ids as codes. Only `ToUnicode` maps them to АБВГ. */
export const byGlyph = () =>
  singlePage({
    ...SMALL_PAGE,
    resources: `/Font<</F ${FIRST_OBJECT} 0 R>>`,
    content: 'BT /F 24 Tf 20 40 Td <0233023402350236> Tj ET',
    objects: [
      `<</Type/Font/Subtype/Type0/BaseFont/Arial,Bold/Encoding/Identity-H/DescendantFonts[${FIRST_OBJECT + 1} 0 R]/ToUnicode ${FIRST_OBJECT + 3} 0 R>>`,
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial,Bold/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${FIRST_OBJECT + 2} 0 R/DW 700/CIDToGIDMap/Identity>>`,
      DESCRIPTOR('Arial,Bold', 4),
      {
        dictionary: '',
        data: '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0233> <0253> <0410> endbfrange endcmap end end',
      },
    ],
  });
