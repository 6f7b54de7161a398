import { NameText, Strokes } from '@ringbinder/protocol';
import {
  MAX_STROKE_NUMBERS,
  MAX_STROKES,
  MAX_TYPED_SIGNATURE,
  STROKE_UNITS,
} from '@ringbinder/protocol/signature-area.ts';
import Type, { type Static } from 'typebox';

export const MAX_PLACES = 20;

const PlaceId = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
  description: 'A letter, then up to 63 letters, digits, _ and -.',
});

const Points = (minimum: number, description: string) =>
  Type.Number({ minimum, maximum: 100_000, description });

const SignaturePlaceInput = Type.Object({
  id: PlaceId,
  page_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'A page of the binder. The page must belong to a PDF without a password.',
  }),
  label: NameText({ minLength: 1, maxLength: 200 }),
  required: Type.Optional(
    Type.Boolean({
      description: 'If true, a press needs this signature, unless the button has the outcome `rejected`.',
    }),
  ),
  x: Points(
    0,
    'Distance from the left edge of the displayed page, in points. The `width` of the page has the same unit.',
  ),
  y: Points(0, 'Distance from the top edge, in points.'),
  width: Points(40, 'At least 40 points.'),
  height: Points(
    30,
    'At least 30 points. The lower quarter contains the name, the time and the number of the receipt.',
  ),
});

export const SignaturePlacesInput = Type.Array(SignaturePlaceInput, {
  minItems: 1,
  maxItems: MAX_PLACES,
  description: 'Required with the action_style `SIGN`; not allowed with another one.',
});
export type SignaturePlacesInput = Static<typeof SignaturePlacesInput>;

const SignatureInput = Type.Object({
  base_file_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The `base_file_id` that the place had when the person saw it. If the file has been replaced since, the press returns 412. Default: the current file.',
    }),
  ),
  text: Type.Optional(NameText({ minLength: 1, maxLength: MAX_TYPED_SIGNATURE })),
  strokes: Type.Optional(
    Type.Unsafe<number[][]>({
      ...Strokes,
      minItems: 1,
      maxItems: MAX_STROKES,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: MAX_STROKE_NUMBERS,
        items: { type: 'integer', minimum: 0, maximum: STROKE_UNITS },
      },
    }),
  ),
});

export const SignaturesInput = Type.Record(Type.String({ pattern: '^[\\w-]{1,64}$' }), SignatureInput, {
  maxProperties: MAX_PLACES,
  additionalProperties: false,
  description:
    'For a step that asks for signatures: each key is the id of a place. Each value has either `text` or `strokes`.',
});
export type SignaturesInput = Static<typeof SignaturesInput>;
