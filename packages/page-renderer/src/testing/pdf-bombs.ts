import { deflatedZeros } from './deflated-zeros.ts';
import { pdfOf } from './pdf-objects.ts';

const HEAD = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>'] as const;

const page = (resources: string) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<${resources}>>>>`;

export function makeSlowPdf(): Buffer {
  const mask = '/ExtGState<</G<</ca .5/SMask<</S/Luminosity/G 5 0 R>>>>>>';
  return pdfOf([
    ...HEAD,
    page(mask),
    { dictionary: '', data: `/G gs\n${'0 0 612 792 re f\n'.repeat(20_000)}` },
    {
      dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>',
      data: '.5 g 0 0 612 792 re f',
    },
  ]);
}

/** 5 kB that exhaust any memory: 25 nested forms, each of which draws the next form ten times. */
export function makeFormBombPdf(): Buffer {
  const form = (level: number, data: string) => ({
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${6 + level} 0 R>>>>`,
    data,
  });
  return pdfOf([
    ...HEAD,
    page('/XObject<</F 5 0 R>>'),
    { dictionary: '', data: '/F Do' },
    ...Array.from({ length: 24 }, (_, level) => form(level, '/F Do '.repeat(10))),
    form(24, '0 0 9 9 re f'),
  ]);
}

/** The page tree inflates to `bytes`, a thousand times the file's size. */
export function makeObjectStreamBombPdf(bytes: number): Buffer {
  const data = deflatedZeros(bytes);
  const objects = Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n', 'latin1'),
    Buffer.from(
      `4 0 obj\n<</Type/ObjStm/N 1/First 10/Filter/FlateDecode/Length ${data.length}>>stream\n`,
      'latin1',
    ),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const entries = [
    [0, 0, 65535], // free entry
    [1, objects.indexOf('1 0 obj'), 0],
    [2, 4, 0], // the page tree: entry 0 of object stream 4
    [0, 0, 65535],
    [1, objects.indexOf('4 0 obj'), 0],
    [1, objects.length, 0],
  ];
  const table = Buffer.alloc(entries.length * 7);
  for (const [index, [type = 0, second = 0, third = 0]] of entries.entries()) {
    table.writeUInt8(type, index * 7);
    table.writeUInt32BE(second, index * 7 + 1);
    table.writeUInt16BE(third, index * 7 + 5);
  }
  const dictionary = `<</Type/XRef/W[1 4 2]/Size ${entries.length}/Root 1 0 R/Length ${table.length}>>`;
  return Buffer.concat([
    objects,
    Buffer.from(`5 0 obj\n${dictionary}stream\n`),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${objects.length}\n%%EOF\n`),
  ]);
}
