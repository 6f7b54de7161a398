import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

/** In points from the displayed page's top left. */
export const SignaturePlace = Type.Object(
  {
    id: Type.String({ description: 'The name of its signature in `signatures`.' }),
    page_id: Type.Integer({ description: 'A page of a PDF.' }),
    label: Type.String(),
    required: Type.Optional(Type.Boolean({ description: 'Buttons work only with this signature.' })),
    x: Type.Number({ description: 'Points from the left of the page as it is shown.' }),
    y: Type.Number({ description: 'Points from the top.' }),
    width: Type.Number(),
    height: Type.Number(),
  },
  { title: 'SignaturePlace' },
);
export type SignaturePlace = Static<typeof SignaturePlace>;

export const Strokes = Type.Array(Type.Array(Type.Integer()), {
  description:
    'Lines, each a list x, y, x, y … in thousandths of the width and height of the area for the signature, from its top left. This is the place without its caption, a quarter of the height, from 10 to 20 points.',
});

export const Signature = Type.Object(
  {
    user_id: Type.String({ description: 'Who signed.' }),
    time: Milliseconds,
    text: Type.Optional(Type.String({ description: 'If it was typed.' })),
    strokes: Type.Optional(Strokes),
    sha256: Type.Optional(
      Type.String({
        description:
          'Of the JSON text `{"text":…}` or `{"strokes":…}` without spaces, in hexadecimal. Absent, as the signature, if the person was erased.',
      }),
    ),
    file_id: Type.Optional(
      Type.String({ description: 'The version of the file that shows it. Absent for some seconds.' }),
    ),
  },
  { title: 'Signature' },
);
export type Signature = Static<typeof Signature>;

export const StepSignature = Type.Object(
  {
    ...SignaturePlace.properties,
    page_width: Type.Optional(
      Type.Number({ description: 'Of the page, in points. Absent if it was deleted.' }),
    ),
    page_height: Type.Optional(Type.Number()),
    base_file_id: Type.Optional(
      Type.String({
        description:
          'The file of the page, without signatures. Send it with the signature, and a press fails when the page shows another file by then.',
      }),
    ),
    signature: Type.Optional(Signature),
  },
  { title: 'StepSignature' },
);
export type StepSignature = Static<typeof StepSignature>;
