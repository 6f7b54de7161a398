import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { beforeEach, test, vi } from 'vitest';
import type { StoredUpload } from './stored-uploads.ts';

const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('history', {});
});

function storeOf(ages: readonly number[]) {
  const toUpload = (age: number): StoredUpload => ({
    key: crypto.randomUUID(),
    binderId: 'B',
    file: new File(['text'], `${age}.txt`),
    addedAt: Date.now() - age * HOUR_MS,
  });
  const stored = ages.map(toUpload);
  return { stored, list: async () => [...stored] };
}

async function isClaimed(key: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.endsWith(key));
}

test('[TUS-11] an upload is late when the server may no longer recognise it', async () => {
  const { resumeEach } = await import('./stored-uploads.ts');
  const seen: string[] = [];
  await resumeEach(storeOf([22, 24]), ({ file }, isLate) => void seen.push(`${file.name} ${isLate}`));
  assert.deepEqual(seen, ['22.txt false', '24.txt true']);
});

test('[TUS-11] an upload that another tab has sent before the claim is skipped, and a failure ends the claim', async () => {
  const { resumeEach } = await import('./stored-uploads.ts');
  const store = storeOf([1, 1]);
  const [first, second] = store.stored.map(({ key }) => key);
  assert.ok(first && second);
  const seen: string[] = [];
  await resumeEach(store, ({ key }) => {
    seen.push(key);
    store.stored.pop();
  });
  assert.deepEqual(seen, [first]);
  assert.ok(await isClaimed(first));
  await until('the skipped one is free', async () => !(await isClaimed(second)));

  const failing = storeOf([1]);
  const resumed = resumeEach(failing, () => Promise.reject(new Error('no network')));
  await assert.rejects(resumed, /no network/);
  await until('it is free', async () => !(await isClaimed(failing.stored[0]?.key ?? '')));
});
