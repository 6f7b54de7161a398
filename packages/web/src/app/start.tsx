import { render } from 'preact';
import type { AppBoot } from '../boot.ts';
import type { StoredList } from '../install/stored-app.ts';
import { drawInLanguage, language, setLanguage } from '../strings/language.ts';
import { App } from './app.tsx';
import { createApp } from './create.ts';

export async function start(boot: AppBoot, element: HTMLElement, stored?: StoredList): Promise<void> {
  const app = createApp(boot, stored);
  await setLanguage(boot.user.language);
  drawInLanguage(() => render(<App app={app} language={language()} />, element));
}
