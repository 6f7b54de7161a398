import { render } from 'preact';
import type { ConsoleBoot } from '../boot.ts';
import { Console } from './shell.tsx';

export function start(boot: ConsoleBoot, element: HTMLElement): void {
  render(<Console boot={boot} />, element);
}
