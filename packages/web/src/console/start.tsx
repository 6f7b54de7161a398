import { render } from 'preact';
import type { ConsoleBoot } from '../boot.ts';
import { Console } from './shell.tsx';

/** Draws the console into an element of the page. */
export function start(boot: ConsoleBoot, element: HTMLElement): void {
  render(<Console boot={boot} />, element);
}
