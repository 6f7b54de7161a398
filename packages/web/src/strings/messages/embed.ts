// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, messages } from '../language.ts';

export const embed = messages('embed', {
  problems: {
    session: {
      title: 'Your session has ended',
      hint: 'Close this window and open it again from the original page.',
    },
    client: {
      title: 'This is not available here',
      hint: 'The token must belong to the client that the page passes to Service.init.',
    },
    failed: {
      title: 'This could not be shown',
      hint: 'Reload the page in a moment.',
    },
    gone: {
      title: 'You don’t have access to this binder',
      hint: 'It was deleted, or you are no longer a member.',
    },
  },
  noBinder: 'pass binder_id, unique_id, email or binder_name',
  noLanguage: (language: string, all: string) =>
    `the language ${language} is not supported, so the language of the person is used: pass one of ${all}`,
  noConnection: 'the server does not respond over WebSocket: check whether a proxy blocks it',
  noAnswer: 'the server did not respond in time',
  otherPerson: 'the access token belongs to another person or client than the one that opened the module',
  back: 'All binders',
  noPage: (id: number) => `there is no page ${digits(id)} in the binder`,
  whiteboardName: 'Whiteboard',
  clipBinderName: 'Clips',
});
