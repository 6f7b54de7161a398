export const refusals = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  signedOut: 'You are signed out. Reload the page to sign in.',
  gone: 'It no longer exists. Someone may have deleted it.',
  tooLarge: 'This is larger than the server allows. Try a smaller one.',
  tooMany: 'Too many requests. Wait a minute and try again.',
  busy: 'The server is busy. Try again in a moment.',
  failed: 'The server failed. Try again. If it keeps failing, contact your administrator.',
};
