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
