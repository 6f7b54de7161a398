import { type ClientTextId, type ClientTexts, clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { changeTexts, type Texts } from '../strings/language.ts';

/** Shows the texts of a client in place of those of the catalogues. An id of a newer server is ignored. */
export function applyOwnTexts(own: ClientTexts): void {
  changeTexts((group, chosen, texts) => {
    for (const [id, byLanguage] of Object.entries(own)) {
      const [first, ...names] = clientTexts[id as ClientTextId]?.split('.') ?? [];
      const text = byLanguage[chosen] ?? (chosen === 'nb' ? byLanguage.no : undefined);
      const last = names.pop();
      if (first !== group || text === undefined || last === undefined) continue;
      let parent = texts;
      for (const name of names) parent = parent[name] as Texts;
      parent[last] = text;
    }
  });
}
