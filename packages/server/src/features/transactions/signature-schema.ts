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

/** Excludes JSON numbers such as `1e999`, which JavaScript reads as infinite. */
const Points = (minimum: number, description: string) =>
  Type.Number({ minimum, maximum: 100_000, description });

const SignaturePlaceInput = Type.Object({
  id: PlaceId,
  page_id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'A page of the binder, of a PDF without a password.',
  }),
  label: NameText({ minLength: 1, maxLength: 200 }),
  required: Type.Optional(
    Type.Boolean({ description: 'Buttons need a signature, except those with the outcome `rejected`.' }),
  ),
  x: Points(0, 'Points from the left of the page as it is shown, in the unit of `width` of the page.'),
  y: Points(0, 'Points from the top.'),
  width: Points(40, 'At least 40 points.'),
  height: Points(30, 'At least 30 points. The lower quarter has the name, the time and the number.'),
});

export const SignaturePlacesInput = Type.Array(SignaturePlaceInput, {
  minItems: 1,
  maxItems: MAX_PLACES,
  description: 'Only with the action_style `SIGN`, which needs them.',
});
export type SignaturePlacesInput = Static<typeof SignaturePlacesInput>;

const SignatureInput = Type.Object({
  base_file_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `base_file_id` of the place that the person saw. Default: the current one.',
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
  description: 'The signatures of a step that asks for them, by the id of the place: `text` or `strokes`.',
});
export type SignaturesInput = Static<typeof SignaturesInput>;
