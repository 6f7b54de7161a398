import { render } from 'preact';
import type { ConsoleBoot } from '../boot.ts';
import { drawInLanguage, setLanguage } from '../strings/language.ts';
import { Console } from './shell.tsx';

export async function start(boot: ConsoleBoot, element: HTMLElement): Promise<void> {
  await setLanguage(boot.user.language);
  drawInLanguage(() => render(<Console boot={boot} />, element));
}
