import type { ReadonlySignal } from '@preact/signals';
import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import type { Mentionable } from '../mentioned.ts';
import { MENTION_ALL } from '../mentions.ts';
import { segmentsOf } from '../segments.ts';
import { LEAF_PLACEHOLDER } from './schema.ts';

/** Highlights the people that the message will mention. */
export const mentionMarks = (members: ReadonlySignal<readonly Mentionable[]>): Plugin<DecorationSet> =>
  new Plugin({
    state: {
      init: (_, { doc }) => marksIn(doc, members.peek()),
      apply: ({ docChanged, doc }, marks) => (docChanged ? marksIn(doc, members.peek()) : marks),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });

function marksIn(doc: Node, members: readonly Mentionable[]): DecorationSet {
  const names = new Map([[MENTION_ALL, ''], ...members.map(({ name, id }) => [name, id] as const)]);
  const marks: Decoration[] = [];
  doc.descendants((block, start) => {
    if (!block.isTextblock) return true;
    if (block.type.spec.code) return false;
    const written = block.textBetween(0, block.content.size, undefined, LEAF_PLACEHOLDER);
    let at = start + 1;
    for (const { type, text } of segmentsOf(written, names)) {
      if (type === 'mention') marks.push(Decoration.inline(at, at + text.length, { class: 'mention' }));
      at += text.length;
    }
    return false;
  });
  return DecorationSet.create(doc, marks);
}
