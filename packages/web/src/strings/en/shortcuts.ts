/** Key names are below. A space joins keys that are pressed together. */
const shortcutGroups: readonly { name: string; keys: readonly (readonly [keys: string, does: string])[] }[] =
  [
    {
      name: 'Everywhere',
      keys: [
        ['Control K', 'Search binders and content'],
        ['G H', 'For you. Press one key after the other'],
        ['Alt ArrowDown', 'Next binder'],
        ['Alt ArrowUp', 'Previous binder'],
        ['Alt Shift ArrowDown', 'Next unread binder'],
        ['Alt Shift ArrowUp', 'Previous unread binder'],
        ['?', 'Show keyboard shortcuts'],
      ],
    },
    {
      name: 'In the list of binders',
      keys: [
        ['ArrowDown', 'Next item'],
        ['ArrowUp', 'Previous item'],
        ['Enter', 'Open the binder'],
        ['Shift F10', 'More actions'],
        ['ArrowLeft', 'Collapse a group'],
        ['ArrowRight', 'Expand a group'],
      ],
    },
    {
      name: 'In the chat',
      keys: [
        ['Enter', 'Send'],
        ['Shift Enter', 'New line'],
        ['ArrowUp', 'Edit your last message, if the field is empty'],
        ['Control B', 'Bold. Also I for italic, U for underline, E for code, K for a link'],
        ['Control F', 'Search in this binder'],
        ['Escape', 'Back to the field. Cancel a reply or an edit'],
      ],
    },
    {
      name: 'On a message',
      keys: [
        ['ArrowUp', 'Previous message'],
        ['ArrowDown', 'Next message'],
        ['End', 'Newest message'],
        ['R', 'Reply'],
        ['T', 'Reply in thread'],
        ['E', 'Edit your own message'],
        ['+', 'React'],
        ['P', 'Pin or unpin'],
        ['C', 'Copy the text'],
        ['F', 'Forward to another binder'],
        ['S', 'Save for later, or remove from saved messages'],
        ['I', 'View the profile of its author'],
        ['Delete', 'Delete your own message'],
        ['M', 'More actions'],
      ],
    },
    {
      name: 'In the list of pages',
      keys: [
        ['ArrowRight', 'Next page. Other arrow keys work too'],
        ['Control Shift ArrowRight', 'Move the page (and selection) forward'],
        ['Control A', 'Select all'],
        ['Escape', 'Clear the selection'],
        ['Delete', 'Delete the selection'],
      ],
    },
    {
      name: 'On an open page',
      keys: [
        ['ArrowRight', 'Next page, if there is nothing to scroll'],
        ['ArrowLeft', 'Previous page'],
        ['+', 'Zoom in. − to zoom out'],
        ['0', 'Fit page. 1 for 100 %, 2 for fit width'],
        ['R', 'Rotate'],
        ['F', 'Full screen'],
        ['Control F', 'Search all pages'],
        ['K', 'Play or pause. Arrow keys skip 5 seconds'],
      ],
    },
  ];

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
