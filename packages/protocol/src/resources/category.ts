import Type, { type Static } from 'typebox';

export const Category = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Category' });
export type Category = Static<typeof Category>;
