import { sentences } from './sentences.ts';

/** What embedded modules say beside the parts of the app that they show. */
export const embed = sentences({
  problems: {
    session: {
      title: 'This window has lost its session',
      hint: 'Close it, and open it again from the page it came from.',
    },
    client: {
      title: 'This is not open here',
      hint: 'The token has to be one of the client that the page names in Service.init.',
    },
    failed: { title: 'This could not be shown', hint: 'Load the page again in a moment.' },
    gone: {
      title: 'This binder is not open to you',
      hint: 'It was deleted, or you are no longer a member of it.',
    },
  },
  noBinder: 'pass binder_id, unique_id, email or binder_name',
  noConnection: 'the server does not answer by its WebSocket: is there a proxy that does not pass it on?',
  noAnswer: 'the server has not answered in time',
  otherPerson: 'the access token is of another person or client than the module was opened by',
  back: 'All binders',
  noPage: (id: number) => `there is no page ${id} in the binder`,
  whiteboardName: 'Whiteboard',
  clipBinderName: 'Clips',
} as const);

/** The name that a new binder gets from its members. */
export const binderNameOf = (members: readonly string[]) => members.join(', ').slice(0, 255);
