import { render } from 'preact';
import type { AppBoot } from '../boot.ts';
import type { StoredList } from '../install/stored-app.ts';
import { App } from './app.tsx';
import { createApp } from './create.ts';

export function start(boot: AppBoot, element: HTMLElement, stored?: StoredList): void {
  render(<App app={createApp(boot, stored)} />, element);
}
