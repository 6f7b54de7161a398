import type { PlaygroundBoot } from '../boot.ts';
import type { Sample } from './samples.ts';

export interface Finding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  mend: string;
}

export type LoadedService = {
  init(options: Record<string, unknown>): void;
  doctor(): Promise<Finding[]>;
} & Record<Sample, (options: Record<string, unknown>) => Promise<{ close(): void }>>;

export function loadService(): Promise<LoadedService> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/sdk/service.js';
    script.onload = () => resolve((window as unknown as { Service: LoadedService }).Service);
    script.onerror = reject;
    document.head.append(script);
  });
}

export async function fetchToken({ root }: PlaygroundBoot): Promise<string> {
  const answer = await fetch(`${root}/playground/token`, { method: 'POST' });
  if (answer.status === 401) location.reload();
  return (await answer.json()).data.access_token;
}

export type Choice = readonly [id: string, name: string];

export async function fetchBinders({ base }: PlaygroundBoot, token: string): Promise<Choice[]> {
  const answer = await fetch(`${base}/me/binders?count=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await answer.json();
  return data.binders.map(({ binder }: { binder: { id: string; name: string } }) => [binder.id, binder.name]);
}
