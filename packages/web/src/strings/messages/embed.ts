// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

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
  back: 'All binders',
  whiteboardName: 'Whiteboard',
  clipBinderName: 'Clips',
});
