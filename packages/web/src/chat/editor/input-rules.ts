import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { NodeType } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { schema } from './schema.ts';

const { nodes } = schema;

function markRule(pattern: RegExp, name: string): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, words = ''] = match;
    const from = start + whole.lastIndexOf(words);
    const to = from + words.length;
    const delimiter = whole.slice(whole.lastIndexOf(words) + words.length).length;
    const { tr } = state;
    if (!state.doc.resolve(start).parent.type.allowsMarkType(schema.mark(name).type)) return null;
    // Insert the last typed character, which is not yet in the document.
    tr.insertText(whole.slice(end - start), end);
    tr.delete(to, start + whole.length).delete(from - delimiter, from);
    tr.addMark(from - delimiter, to - delimiter, schema.mark(name));
    return tr.removeStoredMark(schema.mark(name));
  });
}

const node = (name: string) => nodes[name] as NodeType;

const RULES = [
  markRule(/(?:^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 'bold'),
  markRule(/(?:^|[\s([{"'])_([^_\s](?:[^_]*[^_\s])?)_$/, 'italic'),
  markRule(/(?:^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, 'strike'),
  markRule(/(?:^|[^`])`([^`\s](?:[^`]*[^`\s])?)`$/, 'code'),
  textblockTypeInputRule(/^```$/, node('code_block')),
  wrappingInputRule(/^[-*] $/, node('bullet_list')),
  wrappingInputRule(/^1[.)] $/, node('ordered_list')),
  wrappingInputRule(/^> $/, node('blockquote')),
];

export const markdownRules = (): Plugin => inputRules({ rules: RULES });
