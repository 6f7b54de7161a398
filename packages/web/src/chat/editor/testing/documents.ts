import fc from 'fast-check';
import type { Mark, Node } from 'prosemirror-model';
import { hrefOf, schema } from '../schema.ts';

const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'[b] [/b] [*] [/code] [list] [url=https://e.x] [img] [/list] [ ] [[ \\[ & &amp; &#91; &lt &copy <b> " \' = \u2060 @Ada :tada: ** _'.split(
          ' ',
        ),
      ),
      fc.constant(' '),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  // A line break separates paragraphs, and the server rejects NUL.
  .map((parts) => parts.join('').replace(/[\r\n\0]/g, ''))
  .filter((text) => text !== '');

const address = fc
  .oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    words.map((text) => `https://e.x/?q=${text}`),
  )
  .map(hrefOf)
  .filter((href) => href !== undefined);

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code').map((name) => schema.mark(name)),
  address.map((href) => schema.mark('link', { href })),
  fc.constantFrom('red', '#0a0', '#12ab9f').map((value) => schema.mark('color', { value })),
  fc.integer({ min: 8, max: 72 }).map((px) => schema.mark('size', { px })),
);

const run = fc.tuple(words, fc.array(mark, { maxLength: 3 })).map(([text, marks]) =>
  schema.text(
    text,
    marks.reduce((set, each) => each.addToSet(set), [] as readonly Mark[]),
  ),
);

const paragraph = fc.array(run, { maxLength: 4 }).map((runs) => schema.node('paragraph', null, runs));

const codeBlock = fc
  .array(fc.oneof(words, fc.constant('\n')), { maxLength: 5 })
  .map((parts) => parts.join(''))
  .map((text) => schema.node('code_block', null, text === '' ? [] : [schema.text(text)]));

const node = (name: string) => (content: readonly Node[]) => schema.node(name, null, content);

const { blocks } = fc.letrec<{ blocks: Node[]; block: Node; item: Node; row: Node }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3, depthIdentifier: 'block' }),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true, depthIdentifier: 'block' },
    { weight: 4, arbitrary: paragraph },
    { weight: 1, arbitrary: codeBlock },
    { weight: 1, arbitrary: tie('blocks').map(node('blockquote')) },
    { weight: 1, arbitrary: tie('blocks').map(node('center')) },
    { weight: 1, arbitrary: fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map(node('bullet_list')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('1', 'a', 'i'), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
        .map(([type, items]) => schema.node('ordered_list', { type }, items)),
    },
    { weight: 1, arbitrary: fc.array(tie('row'), { minLength: 1, maxLength: 2 }).map(node('table')) },
  ),
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => schema.node('list_item', null, [first, ...rest])),
  row: fc
    .array(fc.tuple(fc.constantFrom('table_cell', 'table_header'), tie('blocks')), {
      minLength: 1,
      maxLength: 2,
    })
    .map((cells) =>
      schema.node(
        'table_row',
        null,
        cells.map(([name, content]) => schema.node(name, null, content)),
      ),
    ),
}));

export const richDocument = blocks.map(node('doc'));

export const plainDocument = fc
  .array(fc.oneof(words, fc.constant('')), { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)])))
  .map(node('doc'));
