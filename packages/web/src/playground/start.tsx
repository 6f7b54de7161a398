import { render } from 'preact';
import type { PlaygroundBoot } from '../boot.ts';
import { Failed } from '../design/states.tsx';
import { playground as words } from '../strings/en/playground.ts';
import { Playground } from './playground.tsx';
import { fetchBinders, fetchToken, loadService } from './sdk.ts';

export async function start(boot: PlaygroundBoot, element: HTMLElement): Promise<void> {
  try {
    const [service, token] = await Promise.all([loadService(), fetchToken(boot)]);
    const binders = await fetchBinders(boot, token);
    render(<Playground boot={boot} service={service} token={token} binders={binders} />, element);
  } catch {
    render(<Failed message={words.failed} retry={() => location.reload()} />, element);
  }
}
