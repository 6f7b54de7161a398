/** What the page of guests of a meet says. */
export const meetGuest = {
  unnamed: 'Guest',
  noLink: 'This link is not whole',
  noLinkAbout: 'Something is missing at its end. Ask who sent it for the whole link.',
  refused: {
    offline: 'The server cannot be reached. Try again in a moment.',
    name: 'That name cannot be used. Choose another one.',
    over: 'The meet is over.',
    tooMany: 'Too many people came at once. Try again in a minute.',
    key: 'Guests come into this meet by a link alone. Ask the host for one.',
    failed: 'Something went wrong on the server. Try again in a moment.',
    link: 'This link is good no more. Ask who sent it for another one.',
  },
} as const;
