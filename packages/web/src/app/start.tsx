import { render } from 'preact';
import type { AppBoot } from '../boot.ts';
import { App } from './app.tsx';
import { createApp } from './create.ts';

export function start(boot: AppBoot, element: HTMLElement): void {
  render(<App app={createApp(boot)} />, element);
}
