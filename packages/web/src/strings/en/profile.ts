export const profile = {
  account: 'Your account',
  console: 'Administration',
  shortcuts: 'Keyboard shortcuts',
  notifications: 'Notifications',
  sound: 'Play a sound',
  theme: 'Theme',
  signOut: 'Sign out',
};
