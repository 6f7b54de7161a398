import { followNetwork } from '../network.ts';

export function pauseForNetwork(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const forget = followNetwork({ onReturned: end, onLost: () => undefined });
    signal.addEventListener('abort', end);
  });
}
