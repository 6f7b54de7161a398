import { openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../environment/environment.ts';
import { pageOrigin } from '../../environment/page-origin.ts';
import type { Outbound, OutboundOutcome } from '../../outbound/index.ts';
import { SPACING_MS } from '../notifications/index.ts';
import { offerActions } from './actions.ts';
import { decidePush, storeUnsent } from './decide.ts';
import { pushKey } from './key.ts';
import {
  type DevicePush,
  findOtherPush,
  type PushEnd,
  postponeDevice,
  postponePush,
  removeSubscription,
  type StoredAction,
  settleDelivered,
  settlePush,
} from './queue.ts';
import { MAX_ATTEMPTS, retryAt } from './retries.ts';
import type { PushSubscription } from './subscriptions.ts';
import { type PushPayload, writePush } from './words.ts';

const TTL_SECONDS = 24 * 60 * 60;

/** After a crash, the push may be sent again. Its tag prevents a second notification. */
export async function pushToDevice(env: Environment, outbound: Outbound, push: DevicePush): Promise<void> {
  const decision = await decidePush(env, push);
  if (decision.kind !== 'now') return storeUnsent(env, push, decision);
  const { recipient, items, end } = decision;
  const origin = pageOrigin(env);
  const catalogue = await openCatalogue(recipient.language);
  const { isContentFree } = recipient;
  if (isContentFree) {
    // Without content, all pushes are equal, so one per SPACING_MS is enough. With the current time instead
    // of `otherAt`, binders could suppress each other's pushes forever.
    const otherAt = await findOtherPush(env.db, push);
    if (otherAt > env.clock.now() - SPACING_MS) return settlePush(env.db, push, end, otherAt);
  }
  const offer = isContentFree ? undefined : await offerActions(env, push, items[0], { origin, catalogue });
  const payload = { ...writePush(items, origin, { isContentFree, catalogue }), ...offer?.shown };
  await storeOutcome(env, push, await deliver(env, outbound, push, payload), end, offer?.stored);
}

async function deliver(
  env: Environment,
  outbound: Outbound,
  push: DevicePush,
  payload: PushPayload,
): Promise<OutboundOutcome> {
  const { default: webPush } = await import('web-push');
  const keys = JSON.parse(env.secrets.open(push.keys_sealed)) as PushSubscription['keys'];
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: subjectOf(env), ...(await pushKey(env)) },
      TTL: TTL_SECONDS,
      // The push service replaces a stored push with the same topic.
      topic: payload.tag,
      contentEncoding: 'aes128gcm',
    },
  );
  return outbound.post({
    url: endpoint,
    headers: headers as Record<string, string>,
    body,
    allowsPrivate: env.config.pushPrivateNetwork,
  });
}

/** Contact address for the operator of the push service. */
function subjectOf({ config }: Environment): string {
  if (config.publicUrl.startsWith('https://')) return config.publicUrl;
  return `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`;
}

async function storeOutcome(
  env: Environment,
  push: DevicePush,
  outcome: OutboundOutcome,
  end: PushEnd,
  action: StoredAction | undefined,
): Promise<void> {
  const now = env.clock.now();
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (status === 404 || status === 410) return removeSubscription(env.db, push.subscription_id);
  // Until the push service accepts a push, the device shows the previous one, whose buttons need the previous
  // token.
  if (status >= 200 && status < 300) return settleDelivered(env.db, push, end, action, now);
  const isTemporary = status === 0 || status === 408 || status === 429 || status >= 500;
  env.log.warn({ job: 'pushes', status, attempts: push.attempts }, 'push: refused by the push service');
  if (!isTemporary || push.attempts >= MAX_ATTEMPTS) return settlePush(env.db, push, end, now);
  const until = retryAt(push, outcome, now);
  await postponePush(env.db, push, until, true);
  await postponeDevice(env.db, push.subscription_id, until);
}
