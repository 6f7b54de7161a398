// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const install = messages('install', {
  share: 'Add to a binder',
  shareFailed: 'The files could not be added. Share at most 100 files and 500 MB at once.',
  signOutOffline: 'You are offline. Sign out when you are connected again.',
  nothingStored: 'You are offline',
  nothingStoredAbout: 'Nobody is signed in on this device. Connect to the network, then try again.',
  retry: 'Try again',
  hint: 'Put Ringbinder on your home screen: it opens at once, also offline.',
  hintIos: 'Tap Share in the browser, then “Add to Home Screen”.',
  add: 'Install',
  dismiss: 'Dismiss',
});
