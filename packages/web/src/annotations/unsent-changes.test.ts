import assert from 'node:assert/strict';
import { test, vi } from 'vitest';

type Tab = typeof import('./unsent-changes.ts');

test('[DRAW-10] without Web Locks too, a tab takes the changes of closed tabs, and not of open ones', async (t) => {
  vi.stubGlobal('navigator', {});
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => void delete storage[key],
  };
  const storage: Record<string, string> = Object.create(methods);
  vi.stubGlobal('localStorage', storage);
  t.onTestFinished(() => void vi.unstubAllGlobals());
  const openTab = async (): Promise<Tab> => {
    vi.resetModules();
    return import('./unsent-changes.ts');
  };
  const page = { userId: 'Uann', binderId: 'Bone', pageId: 7 };
  const [open, other] = [await openTab(), await openTab()];
  open.storeUnsentChanges(page, { drawn: '<g/>' });
  storage['draw Uann page Bone 7 closed'] = JSON.stringify({ erased: null });
  const taken: unknown[] = [];
  await other.claimUnsentChanges(page, (_, changes) => taken.push(changes));
  assert.equal(JSON.stringify(taken), '[{"erased":null}]');
  open.storeUnsentChanges(page, { drawn: '<g>moved</g>' });
  await other.claimUnsentChanges(page, (_, changes) => taken.push(changes));
  assert.equal(taken.length, 1);
  assert.deepEqual(Object.values(storage), [JSON.stringify({ drawn: '<g>moved</g>' })]);
});
