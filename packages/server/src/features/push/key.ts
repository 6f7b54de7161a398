import type { Environment } from '../../environment/environment.ts';
import { loadStoredSecret } from '../../secrets/stored-secret.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';

/** In base64url (RFC 8292). */
interface PushKey {
  publicKey: string;
  privateKey: string;
}

const keys = new WeakMap<object, Promise<PushKey>>();

export function pushKey(env: Pick<Environment, 'db' | 'secrets'>): Promise<PushKey> {
  return cachedPromise(keys, env.db, async () => {
    const { default: webPush } = await import('web-push');
    return JSON.parse(
      await loadStoredSecret(env, 'push_key', () => JSON.stringify(webPush.generateVAPIDKeys())),
    );
  });
}
