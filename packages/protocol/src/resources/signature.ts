import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

/** In points from the displayed page's top left. */
export const SignaturePlace = Type.Object(
  {
    id: Type.String({
      description: 'To sign at this place, use this as the key in `signatures` of a press.',
    }),
    page_id: Type.Integer({ description: 'The page to sign. It is a page of a PDF.' }),
    label: Type.String(),
    required: Type.Optional(
      Type.Boolean({
        description:
          'True if a press must contain this signature, unless the button has the outcome `rejected`.',
      }),
    ),
    x: Type.Number({ description: 'The distance from the left edge of the displayed page, in points.' }),
    y: Type.Number({ description: 'The distance from the top edge of the displayed page, in points.' }),
    width: Type.Number(),
    height: Type.Number(),
  },
  { title: 'SignaturePlace' },
);
export type SignaturePlace = Static<typeof SignaturePlace>;

export const Strokes = Type.Array(Type.Array(Type.Integer()), {
  description:
    'The lines of a drawn signature. Each line is a list of coordinates: x, y, x, y …. They are in thousandths of the width and height of the drawing area, from its top left corner. The drawing area is the place without its caption. The height of the caption is a quarter of that of the place, but at least 10 and at most 20 points.',
});

export const Signature = Type.Object(
  {
    user_id: Type.String({ description: 'The person who signed.' }),
    time: Milliseconds,
    text: Type.Optional(
      Type.String({ description: 'The text of a typed signature. Absent if the signature was drawn.' }),
    ),
    strokes: Type.Optional(Strokes),
    sha256: Type.Optional(
      Type.String({
        description:
          'The SHA-256, in hexadecimal, of the JSON text `{"text":…}` or `{"strokes":…}` without spaces. If the person was erased, `sha256`, `text` and `strokes` are absent.',
      }),
    ),
    file_id: Type.Optional(
      Type.String({
        description:
          'The version of the file that shows the signature. Absent until the server has created this version, some seconds after the press.',
      }),
    ),
  },
  { title: 'Signature' },
);
export type Signature = Static<typeof Signature>;

export const StepSignature = Type.Object(
  {
    ...SignaturePlace.properties,
    page_width: Type.Optional(
      Type.Number({ description: 'The width of the page in points. Absent if the page was deleted.' }),
    ),
    page_height: Type.Optional(Type.Number()),
    base_file_id: Type.Optional(
      Type.String({
        description:
          'The file of the page without the signatures. Send it with the signature. If the page has another file at the time of the press, the press fails.',
      }),
    ),
    signature: Type.Optional(Signature),
  },
  { title: 'StepSignature' },
);
export type StepSignature = Static<typeof StepSignature>;
