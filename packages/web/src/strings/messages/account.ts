// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const account = messages('account', {
  account: 'Your account',
  console: 'Administration',
  status: 'Set a status',
  shortcuts: 'Keyboard shortcuts',
  ownData: 'Download your data',
  notificationSettings: 'Notification settings',
  notifications: 'Notifications',
  bell: (count: number) =>
    count === 0
      ? 'Notifications'
      : forms(count, {
          one: `Notifications, ${digits(count)} unread`,
          other: `Notifications, ${digits(count)} unread`,
        }),
  sound: 'Play a sound',
  theme: 'Theme',
  signOut: 'Sign out',
  language: 'Language',
  saveLanguage: 'Save',
});
