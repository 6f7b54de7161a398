import { signal } from '@preact/signals';
import { createCategories } from '../timeline/categories.ts';
import type { AppContext } from '../timeline/context.ts';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';

export function createApp(parts: EmbedParts, path: string): AppContext {
  const { session, channel } = parts;
  const home = createHome(parts, path);
  const categories = createCategories();
  const list = channel.binders();
  const cards = signal<AppContext['cards']['value']>(list.cards);
  list.onChange((changed) => {
    cards.value = changed;
    if (list.categories) categories.receive(list.categories);
  });
  const createBinder = session.hasCallback('request_create_binder')
    ? () => session.emit('request_create_binder')
    : undefined;
  const signOut = () => void channel.close();
  return { ...home, cards, categories, createBinder, signOut };
}
