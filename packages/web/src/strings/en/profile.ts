export const profile = {
  account: 'Your account',
  console: 'Administration',
  shortcuts: 'Keyboard shortcuts',
  notificationSettings: 'Notification settings',
  notifications: 'Notifications',
  sound: 'Play a sound',
  theme: 'Theme',
  signOut: 'Sign out',
};
