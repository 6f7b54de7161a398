import type { PlaygroundBoot } from '../boot.ts';
import type { Sample } from './samples.ts';

export interface Finding {
  code: string;
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  mend: string;
}

/** What of the SDK is used here: it is loaded as any page loads it. */
export type LoadedService = {
  init(options: Record<string, unknown>): void;
  doctor(): Promise<Finding[]>;
} & Record<Sample, (options: Record<string, unknown>) => Promise<{ close(): void }>>;

/** Loads the script from this server. Rejects when it does not come. */
export function loadService(): Promise<LoadedService> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/sdk/service.js';
    script.onload = () => resolve((window as unknown as { Service: LoadedService }).Service);
    script.onerror = reject;
    document.head.append(script);
  });
}

/** A token of who is signed in, for the client of the playground. Goes to the sign-in page when nobody is. */
export async function fetchToken({ root }: PlaygroundBoot): Promise<string> {
  const answer = await fetch(`${root}/playground/token`, { method: 'POST' });
  if (answer.status === 401) location.reload();
  return (await answer.json()).data.access_token;
}

export type Choice = readonly [id: string, name: string];

/** The binders of who is signed in, those in use first. */
export async function fetchBinders({ base }: PlaygroundBoot, token: string): Promise<Choice[]> {
  const answer = await fetch(`${base}/me/binders?count=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await answer.json();
  return data.binders.map(({ binder }: { binder: { id: string; name: string } }) => [binder.id, binder.name]);
}
