import { sentences } from './sentences.ts';

/** The installed app, and the app without a connection. */
export const install = sentences({
  share: 'Add to a binder',
  /** The names of the files that another program shared. */
  shared: (names: readonly string[]) => names.join(', '),
  shareFailed: 'The files could not be added. Share at most 100 files and 500 MB at once.',
  signOutOffline: 'You are offline. Sign out when you are connected again.',
  nothingStored: 'You are offline',
  nothingStoredAbout: 'Nobody is signed in on this device. Connect to the network, then try again.',
  retry: 'Try again',
});
