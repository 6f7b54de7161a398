import { shortcuts as text } from '../strings/messages/shortcuts.ts';

type Groups = typeof text.groups;
/** Values of `KeyboardEvent.key`. A space separates keys that are pressed together. */
type Keys<Group extends keyof Groups> = readonly (readonly [
  keys: string,
  text: keyof (typeof text)[Group],
])[];

export const SHORTCUTS: { readonly [Group in keyof Groups]: Keys<Group> } = {
  everywhere: [
    ['Control K', 'find'],
    ['G H', 'forYou'],
    ['Alt ArrowDown', 'nextBinder'],
    ['Alt ArrowUp', 'previousBinder'],
    ['Alt Shift ArrowDown', 'nextUnread'],
    ['Alt Shift ArrowUp', 'previousUnread'],
    ['?', 'show'],
  ],
  list: [
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
    ['Enter', 'open'],
    ['Shift F10', 'more'],
    ['ArrowLeft', 'collapse'],
    ['ArrowRight', 'expand'],
  ],
  chat: [
    ['Enter', 'send'],
    ['Shift Enter', 'line'],
    ['ArrowUp', 'edit'],
    ['Control B', 'bold'],
    ['Control F', 'search'],
    ['Escape', 'back'],
  ],
  message: [
    ['ArrowUp', 'previous'],
    ['ArrowDown', 'next'],
    ['End', 'newest'],
    ['R', 'reply'],
    ['T', 'thread'],
    ['E', 'edit'],
    ['+', 'react'],
    ['P', 'pin'],
    ['C', 'copy'],
    ['F', 'forward'],
    ['S', 'save'],
    ['U', 'unread'],
    ['I', 'profile'],
    ['Delete', 'delete'],
    ['M', 'more'],
  ],
  pages: [
    ['ArrowRight', 'next'],
    ['Control Shift ArrowRight', 'move'],
    ['Control A', 'all'],
    ['Escape', 'clear'],
    ['Delete', 'delete'],
  ],
  page: [
    ['ArrowRight', 'next'],
    ['ArrowLeft', 'previous'],
    ['+', 'zoom'],
    ['0', 'fit'],
    ['R', 'rotate'],
    ['F', 'full'],
    ['Control F', 'search'],
    ['K', 'play'],
  ],
  draw: [
    ['P', 'tool'],
    ['Enter', 'place'],
    ['Tab', 'next'],
    ['Space', 'several'], // not shown
    ['ArrowRight', 'move'],
    ['Alt ArrowRight', 'resize'],
    [']', 'front'],
    ['Control D', 'duplicate'],
    ['Control Z', 'undo'],
    ['Delete', 'erase'],
    ['F6', 'bars'],
    ['Escape', 'leave'],
  ],
};

const SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const APPLE_SIGNS: Readonly<Record<string, string>> = { Control: '⌘', Alt: '⌥', Shift: '⇧' };

export function keyNameOf(key: string, isApple: boolean): string {
  const names: Readonly<Record<string, string>> = text.keys;
  return (isApple ? APPLE_SIGNS[key] : undefined) ?? SIGNS[key] ?? names[key.toLowerCase()] ?? key;
}
