import type { PdfObject } from '../pdf-objects.ts';
import { appearance, FIRST_OBJECT, type SinglePage, singlePage } from './single-page.ts';

const FORM = (fields: string) =>
  `/AcroForm<</Fields[${fields}]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`;
const RECT = '/Rect[100 80 250 120]';
const ref = (offset: number) => `${FIRST_OBJECT + offset} 0 R`;

const mark = (data: string): PdfObject => ({
  dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]',
  data,
});

const form = (
  fields: string,
  annotations: PdfObject[],
  objects: PdfObject[],
  size: SinglePage['size'] = [300, 200],
) => singlePage({ size, catalog: FORM(fields), annotations, objects });

export function textField({ value, hasAppearance }: { value: string; hasAppearance: boolean }): Buffer {
  const picture = hasAppearance ? `/AP<</N ${ref(1)}>>` : '';
  const field = `<</Type/Annot/Subtype/Widget${RECT}/P 3 0 R/F 4/FT/Tx/T(amount)/V(${value})/DA(/Helv 12 Tf 0 g)${picture}>>`;
  return form(ref(0), [field], hasAppearance ? [appearance(value)] : []);
}

export function sharedField(value: string): Buffer {
  const kid = (rect: string) =>
    `<</Type/Annot/Subtype/Widget/Rect[${rect}]/P 3 0 R/F 4/Parent ${ref(2)}/DA(/Helv 12 Tf 0 g)>>`;
  const parent = `<</FT/Tx/T(amount)/V(${value})/Kids[${ref(0)} ${ref(1)}]>>`;
  return form(ref(2), [kid('100 80 250 100'), kid('100 120 250 140')], [parent]);
}

export function buttons(): Buffer {
  const states = `/AP<</N<</On ${ref(5)}/Off ${ref(6)}>>>>`;
  const widget = (rect: string, more: string) =>
    `<</Type/Annot/Subtype/Widget/Rect[${rect}]/P 3 0 R/F 4${states}${more}>>`;
  return form(
    `${ref(0)} ${ref(4)}`,
    [
      widget('20 100 40 120', '/FT/Btn/T(agree)/V/On/AS/On'),
      widget('60 100 80 120', `/Parent ${ref(4)}/AS/Off`),
      widget('100 100 120 120', `/Parent ${ref(4)}/AS/On`),
    ],
    [
      '<<>>',
      `<</FT/Btn/Ff 49152/T(choice)/V/On/Kids[${ref(1)} ${ref(2)}]>>`,
      mark('0 0 0 rg 2 2 16 16 re f'),
      mark('0 0 0 RG 2 2 16 16 re S'),
    ],
  );
}

export function signature(): Buffer {
  const field = `<</Type/Annot/Subtype/Widget${RECT}/P 3 0 R/F 132/FT/Sig/T(sign)/V ${ref(2)}/AP<</N ${ref(1)}>>>>`;
  const value = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Contents<${'00'.repeat(16)}>/ByteRange[0 10 20 10]>>`;
  return form(ref(0), [field], [appearance('Signed by Ada'), value]);
}
