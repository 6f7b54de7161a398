import { sentences } from './sentences.ts';

export const find = sentences({
  title: 'Search binders and content',
  placeholder: 'Words, names or filters',
  results: 'Search results',
  groups: {
    suggestions: 'Suggestions',
    recent: 'Recent searches',
    binders: 'Binders',
    people: 'People',
    content: 'Content',
  },
  searching: 'Searching…',
  nothing: 'No results.',
  nothingYet: 'No results so far.',
  incomplete: 'Some binders are still being indexed. Search again in a minute.',
  dayFormat: 'Write the date as year-month-day, such as 2026-11-30.',
  needsWords: 'Add a word or another filter.',
  more: 'Show more',
  forget: 'Press Delete to remove the selected search.',
  forgetAll: 'Clear recent searches',
  filters: 'Filters',
  addFilter: 'Add a filter',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  added: (filter: string) => `Filter added: ${filter}`,
  removed: (filter: string) => `Filter removed: ${filter}`,
  filter: {
    from: (person: string) => `From: ${person}`,
    in: (binder: string) => `In: ${binder}`,
    has: (part: string) => `Has: ${part}`,
    type: (type: string) => `Type: ${type}`,
    before: (day: string) => `Before: ${day}`,
    after: (day: string) => `Since: ${day}`,
  },
  /** Typed after `from:`. */
  me: 'me',
  /** Typed after `has:`, by the value of the API. */
  has: { file: 'file', audio: 'audio', link: 'link' },
  /** Typed after `type:`, by the value of the API. */
  typed: {
    message: 'message',
    page: 'page',
    file: 'file',
    todo: 'todo',
    transaction: 'approval',
    meet: 'meet',
  },
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
