import type { Environment } from '../../environment/environment.ts';
import { loadStoredSecret } from '../../secrets/stored-secret.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';

/** The server identifies itself to push services with a P-256 key pair (RFC 8292) in base64url. */
interface PushKey {
  publicKey: string;
  privateKey: string;
}

const keys = new WeakMap<object, Promise<PushKey>>();

/** The first use in any process creates it. The private part is stored encrypted. */
export function pushKey(env: Pick<Environment, 'db' | 'secrets'>): Promise<PushKey> {
  return cachedPromise(keys, env.db, async () => {
    const { default: webPush } = await import('web-push');
    return JSON.parse(
      await loadStoredSecret(env, 'push_key', () => JSON.stringify(webPush.generateVAPIDKeys())),
    );
  });
}
