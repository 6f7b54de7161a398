import { count } from './count.ts';
import { sentences } from './sentences.ts';

export const find = sentences({
  title: 'Search binders and content',
  placeholder: 'Binder names, messages, pages, files, to-dos',
  results: 'Search results',
  searching: 'Searching…',
  nothing: 'No results.',
  incomplete: 'Some binders are still being indexed. Search again in a minute.',
  more: (binders: number) => `Search ${count(binders, 'older binder', 'older binders')}`,
  types: {
    message: 'Message',
    page: 'Page',
    file: 'File',
    todo: 'To-do',
    transaction: 'Approval',
    meet: 'Meeting',
  },
  where: (type: string, binder: string, author: string | undefined) =>
    author === undefined ? `${type} in ${binder}` : `${type} in ${binder}, ${author}`,
});
