import type { BinderCard, Category } from '@ringbinder/protocol';
import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { word, words } from './options.ts';

/**
 * Which binders Timeline is to show of a call: those of one category (`filter: 'category'` and `filter_value`, its id or
 * name), and those with and without tags. Binders have no other tags than the category that their reader puts them into.
 */
export function wantedBinders(
  options: JsonOptions,
  categories: readonly Category[],
): (card: BinderCard) => boolean {
  const isOneOf = (names: readonly string[]) => (card: BinderCard) => {
    const category = categories.find(({ id }) => id === card.category_id);
    return (
      category !== undefined && names.some((name) => name === category.name || name === String(category.id))
    );
  };
  const value = word(options, 'filter') === 'category' ? word(options, 'filter_value') : undefined;
  const [included, excluded] = [words(options, 'tags_include'), words(options, 'tags_exclude')];
  const [isOfCategory, isIncluded, isExcluded] = [value ? [value] : [], included, excluded].map(isOneOf);
  return (card) =>
    (value === undefined || isOfCategory?.(card) === true) &&
    (included.length === 0 || isIncluded?.(card) === true) &&
    !isExcluded?.(card);
}
