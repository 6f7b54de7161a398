import Type, { type Static } from 'typebox';
import { Milliseconds, NameText } from '../scalars.ts';

export const Section = Type.Object(
  { id: Type.Integer(), name: Type.String(), created_time: Milliseconds, updated_time: Milliseconds },
  { title: 'Section' },
);
export type Section = Static<typeof Section>;

/** The server also limits the name to 100 graphemes. */
export const SectionInput = Type.Object({
  name: NameText({
    minLength: 1,
    maxLength: 1_000,
    description: 'Up to 100 characters as people count them.',
  }),
});
export type SectionInput = Static<typeof SectionInput>;
