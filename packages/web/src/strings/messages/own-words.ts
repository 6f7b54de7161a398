// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const ownWords = messages('own-words', {
  label: 'Your own words',
  about:
    'Embedded modules of this client show these words in place of ours, for people who read this language. Leave a field empty for our word.',
  kinds: {
    title: 'Titles and tabs',
    name: 'One item',
    new: 'Buttons',
  },
  language: 'Language',
  preview: 'Preview',
  words: {
    chat: {
      title: 'Chat',
    },
    pages: {
      title: 'Pages',
      empty: 'No pages yet',
    },
    todos: {
      title: 'To-dos',
    },
    approvals: {
      title: 'Approvals',
      empty: 'No requests yet',
    },
    meetings: {
      title: 'Meetings',
      empty: 'No meetings yet',
    },
    members: {
      title: 'Members',
    },
    binders: {
      title: 'Binders',
    },
    home: {
      title: 'For you',
    },
    inbox: {
      title: 'Waiting for me',
    },
    mentions: {
      title: 'Mentions and replies',
    },
    saved: {
      title: 'Saved',
    },
    documents: {
      title: 'Documents',
    },
    files: {
      title: 'Files',
      empty: 'No files yet',
    },
    comments: {
      title: 'Comments',
    },
    history: {
      title: 'History',
    },
    templates: {
      title: 'Templates',
    },
    bots: {
      title: 'Bots',
    },
    binder: {
      name: 'Binder',
      new: 'New binder',
    },
    page: {
      name: 'Page',
    },
    todo: {
      name: 'To-do',
      new: 'Add a to-do',
    },
    approval: {
      name: 'Approval',
      new: 'New request',
      request: 'Request',
    },
    meeting: {
      name: 'Meeting',
      schedule: 'Schedule a meeting',
      start: 'Start meeting',
    },
    note: {
      name: 'Note',
    },
    whiteboard: {
      name: 'Whiteboard',
    },
    bot: {
      name: 'Bot',
    },
  },
});
