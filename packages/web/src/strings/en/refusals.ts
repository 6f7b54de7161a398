/** What is said when a call came to nothing, and what to do about it. */
export const refusals = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  signedOut: 'You are signed out. Load the page again to sign in.',
  gone: 'It is not there any more: somebody may have deleted it.',
  tooLarge: 'This is larger than the server takes. Try a smaller one.',
  tooMany: 'That was a lot at once. Wait a minute and try again.',
  busy: 'The server is busy. Try again in a moment.',
  failed: 'The server failed. Try again; if it goes on, tell whoever runs it.',
};
