import { sentences } from './sentences.ts';

/** The installed app, and the app without a connection. */
export const install = sentences({
  share: 'Add to a binder',
  /** The names of the files that another program shared. */
  shared: (names: readonly string[]) => names.join(', '),
  signOutOffline: 'You are offline. Sign out when you are connected again.',
  nothingStored: 'You are offline',
  nothingStoredAbout: 'Nobody is signed in on this device. Connect to the network, then try again.',
  retry: 'Try again',
});
