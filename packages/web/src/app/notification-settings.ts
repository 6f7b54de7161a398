import { computed, signal } from '@preact/signals';

const KEY = 'ringbinder-notifications';
/** Phones show them only for what was installed. */
const isAble = typeof Notification !== 'undefined';

interface Settings {
  isOn: boolean;
  hasSound: boolean;
  /** Whether somebody was asked, and said yes or no. */
  isDecided: boolean;
}

function read(): Settings {
  const initial = { isOn: false, hasSound: false, isDecided: false };
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return initial;
  }
}

/** How this browser tells of new messages. */
export const settings = signal<Settings>(read());
/** Whether it is time to ask: something came while the tab was hidden, and nothing was decided. */
export const isAsking = signal(false);

function keep(changed: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changed };
  localStorage.setItem(KEY, JSON.stringify(settings.value));
}

/** Turns notifications on, for which the browser asks, or off. Gives whether they are on. */
export async function setNotifications(isOn: boolean): Promise<boolean> {
  isAsking.value = false;
  const isGranted = isOn && isAble && (await Notification.requestPermission()) === 'granted';
  keep({ isOn: isGranted, isDecided: true });
  return isGranted;
}

export function setSound(hasSound: boolean): void {
  keep({ hasSound });
}

/** Whether notifications are on, and the browser lets them be shown. */
export const areNotificationsOn = computed(
  () => settings.value.isOn && isAble && Notification.permission === 'granted',
);
