import { count } from './count.ts';
import { sentences } from './sentences.ts';

/** The field that finds things. */
export const find = sentences({
  title: 'Find a binder, or what is in one',
  placeholder: 'Names of binders, words of messages, pages, files, to-dos',
  results: 'What was found',
  searching: 'Searching …',
  nothing: 'Nothing has these words.',
  incomplete: 'Some binders are still being indexed. Search again in a minute.',
  more: (binders: number) => `Search ${count(binders, 'older binder', 'older binders')}`,
  types: {
    message: 'Message',
    page: 'Page',
    file: 'File',
    todo: 'To-do',
    transaction: 'Transaction',
    meet: 'Meet',
  },
  where: (type: string, binder: string, author: string | undefined) =>
    author === undefined ? `${type} in ${binder}` : `${type} in ${binder}, ${author}`,
});
