import type { Environment } from '../../environment/environment.ts';
import { loadStoredSecret } from '../../secrets/stored-secret.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';

/** A P-256 key pair, in base64url, that identifies the server to push services (RFC 8292). */
interface PushKey {
  publicKey: string;
  privateKey: string;
}

const keys = new WeakMap<object, Promise<PushKey>>();

/** The first call in any process creates the key. */
export function pushKey(env: Pick<Environment, 'db' | 'secrets'>): Promise<PushKey> {
  return cachedPromise(keys, env.db, async () => {
    const { default: webPush } = await import('web-push');
    return JSON.parse(
      await loadStoredSecret(env, 'push_key', () => JSON.stringify(webPush.generateVAPIDKeys())),
    );
  });
}
