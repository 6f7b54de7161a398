/** Keys are named below; a space stands between keys that are held together. */
const shortcutGroups: readonly { name: string; keys: readonly (readonly [keys: string, does: string])[] }[] =
  [
    {
      name: 'Everywhere',
      keys: [
        ['Control K', 'Find a binder, or what is in one'],
        ['Alt ArrowDown', 'The next binder'],
        ['Alt ArrowUp', 'The binder before'],
        ['Alt Shift ArrowDown', 'The next binder with something unread'],
        ['Alt Shift ArrowUp', 'The unread binder before'],
        ['?', 'This sheet'],
      ],
    },
    {
      name: 'In the list of binders',
      keys: [
        ['ArrowDown', 'The next line'],
        ['ArrowUp', 'The line before'],
        ['Enter', 'Open the binder'],
        ['Shift F10', 'What can be done with it'],
        ['ArrowLeft', 'Hide the binders of a group'],
        ['ArrowRight', 'Show them'],
      ],
    },
    {
      name: 'In the chat',
      keys: [
        ['Enter', 'Send'],
        ['Shift Enter', 'A new line'],
        ['ArrowUp', 'Edit your last message, where the field is empty'],
        ['Control B', 'Bold; also I for italic, K for a link'],
        ['Control F', 'Search in this binder'],
        ['Escape', 'Back to the field; stop answering or editing'],
      ],
    },
    {
      name: 'On a message',
      keys: [
        ['ArrowUp', 'The message before'],
        ['ArrowDown', 'The next message'],
        ['End', 'The newest message'],
        ['R', 'Reply'],
        ['E', 'Edit your own message'],
        ['+', 'React'],
        ['P', 'Pin or unpin'],
        ['C', 'Copy the text'],
        ['Delete', 'Delete your own message'],
        ['M', 'All that can be done with it'],
      ],
    },
    {
      name: 'Among the pages',
      keys: [
        ['ArrowRight', 'The next page; the other arrows, too'],
        ['Control Shift ArrowRight', 'Move it one place on; what is selected goes along'],
        ['Control A', 'Select all'],
        ['Escape', 'Clear the selection'],
        ['Delete', 'Delete what is selected'],
      ],
    },
    {
      name: 'On an open page',
      keys: [
        ['ArrowRight', 'The next page, where there is nothing to scroll'],
        ['ArrowLeft', 'The page before'],
        ['+', 'Larger; − for smaller'],
        ['0', 'The whole page; 1 for 100 %, 2 for its width'],
        ['R', 'Turn it clockwise'],
        ['F', 'Full screen'],
        ['Control F', 'Find on all pages'],
        ['K', 'Play or pause; the arrows go 5 seconds back and on'],
      ],
    },
  ];

/** The sheet of shortcuts. */
export const shortcuts: {
  title: string;
  groups: typeof shortcutGroups;
  keyNames: Readonly<Record<string, string>>;
  appleKeyNames: Readonly<Record<string, string>>;
} = {
  title: 'Keyboard shortcuts',
  groups: shortcutGroups,
  keyNames: { Control: 'Ctrl', ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' },
  appleKeyNames: { Control: '⌘', Alt: '⌥', Shift: '⇧' },
};
