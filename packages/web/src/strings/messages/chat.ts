// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const chat = messages('chat', {
  label: 'Messages',
  unread: 'New',
  older: 'Loading older messages',
  failedOlder: 'Older messages could not be loaded.',
  retry: 'Try again',
  beginning: (name: string) => `This is the beginning of ${name}.`,
  jump: (count: number) =>
    count === 0
      ? 'Jump to newest'
      : forms(count, { one: `${digits(count)} new message`, other: `${digits(count)} new messages` }),
  empty: 'Start the conversation',
  emptyHint: 'Everyone in the binder, including people who join later, can see messages here.',
  tips: {
    mention: 'mention someone',
    send: 'send (Shift+Enter for a new line)',
    drop: 'Drop',
    share: 'a file anywhere here to share it',
    shortcuts: 'show shortcuts',
  },
  emptyReadOnly: 'No messages yet.',
  readOnly: 'You can view this binder but not write in it.',
  you: 'You',
  edited: 'edited',
  showAll: 'Show all',
  showLess: 'Show less',
  gone: 'Deleted message',
  goneHere: 'This message was deleted.',
  pageName: (number: string) => `Page ${number}`,
  voice: 'Voice message',
  file: (name: string) => `File ${name}`,
  addedFile: 'added a file',
  added: (name: string) => `added ${name}`,
  reactions: {
    add: 'Add a reaction',
    pick: 'Choose a reaction',
    more: (count: number) => forms(count, { one: `${digits(count)} more`, other: `${digits(count)} more` }),
    label: (emoji: string, count: string, who: string) => `${emoji} ${count}: ${who}`,
  },
  pinned: {
    open: (count: number) =>
      forms(count, { one: `${digits(count)} pinned`, other: `${digits(count)} pinned` }),
    byYou: 'Pinned by you',
    by: (name: string) => `Pinned by ${name}`,
  },
  search: {
    open: 'Search in this binder',
  },
  composer: {
    label: 'Message',
    placeholder: (name: string) => `Write to ${name}`,
    send: 'Send',
    save: 'Save',
    attach: 'Attach files',
    format: 'Formatting',
    emoji: 'Insert an emoji',
    record: 'Record a voice message',
    clip: 'Record a clip',
    meet: 'Start a meeting',
    editing: 'Editing a message',
    replying: (name: string) => `Replying to ${name}`,
    replyingToNobody: 'Replying',
    stop: 'Cancel',
    tooLong: (length: string, most: string) =>
      `${length} of ${most} characters. Shorten your message to send it.`,
    suggestions: 'Members to mention',
    all: (count: number) =>
      forms(count, { one: `all (${digits(count)} person)`, other: `all (${digits(count)} people)` }),
    askAll: (count: number) =>
      forms(count, {
        one: `This notifies ${digits(count)} person.`,
        other: `This notifies ${digits(count)} people.`,
      }),
    sendToAll: 'Send anyway',
    emojiSuggestions: 'Emoji',
    dropHere: 'Drop to add to your message',
    bot: 'Bot',
  },
  pending: {
    waiting: 'Waiting for connection',
    sending: 'Sending…',
    refused: 'Not sent',
    retry: 'Send again',
  },
  offline: 'No connection. Messages will be sent when you are back online.',
  typing: (count: number, names: string) =>
    forms(count, { one: `${names} is typing…`, other: `${names} are typing…` }),
  page: (name: string) => `Page: ${name}`,
  morePagesLabel: (count: number) =>
    forms(count, { one: `${digits(count)} more page`, other: `${digits(count)} more pages` }),
  ended: 'You no longer have access to this binder.',
  announce: (name: string, words: string) => `${name}: ${words}`,
  messageLabel: (name: string, time: string, words: string) => `${name}, ${time}: ${words}`,
  ownLabel: (time: string, words: string) => `${time}: ${words}`,
  morePages: (count: string) => `+${count}`,
});
