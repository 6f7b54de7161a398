/** What is said of captions in a meet. */
export const meetCaptions = {
  own: 'Write down what I say',
  on: 'Captions in the log',
  off: 'Stop captions',
  badge: 'Captions',
  label: 'Captions',
  offered:
    'What is said can be written down, for the log of the binder: each device understands its own voice.',
  start: 'Write down what I say',
  notNow: 'Not now',
  onlyYou: 'Only you see this: captions for all are off.',
  turnedOn: 'A host has turned captions on.',
  turnedOff: 'Captions are off.',
  failed: {
    language: 'Your browser does not know the language of this page.',
    other: 'Your browser cannot write down what you say just now.',
  },
} as const;
