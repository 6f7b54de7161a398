import type { ClientTextId } from '@ringbinder/protocol/client-texts.ts';
import { sentences } from './sentences.ts';

export const clientTexts = sentences({
  label: 'Names of the sections',
  about:
    'Embedded modules of this client show these names in place of ours, for people who read this language. Leave a field empty for our name.',
  language: 'Language',
  preview: 'Preview',
  names: {
    'chat.title': 'Chat',
    'pages.title': 'Pages',
    'todos.title': 'To-dos',
    'approvals.title': 'Approvals',
    'meetings.title': 'Meetings',
    'members.title': 'Members',
  } satisfies Record<ClientTextId, string>,
});
