import type { OwnTexts } from '@ringbinder/protocol/client-texts.ts';
import { changeTexts, type Texts } from '../strings/language.ts';

export function applyOwnTexts(own: OwnTexts): void {
  changeTexts((group, chosen, texts) => {
    for (const [message, byLanguage] of Object.entries(own)) {
      const [first, ...names] = message.split('.');
      const text = byLanguage[chosen] ?? (chosen === 'nb' ? byLanguage.no : undefined);
      const last = names.pop();
      if (first !== group || text === undefined || last === undefined) continue;
      let parent = texts;
      for (const name of names) parent = (parent[name] ?? {}) as Texts;
      parent[last] = text;
    }
  });
}
