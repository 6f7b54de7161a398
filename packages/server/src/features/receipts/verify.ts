import type {
  bodyText as Body,
  canonicalJson as Canonical,
  entryText as Entry,
  linkText as Link,
} from '@ringbinder/protocol/chain.ts';
import type { ReceiptEntry, ReceiptPayload, ReceiptPress, ReceiptSignature, ReceiptStep } from './receipt.ts';

/** `passed` is null if it could not be checked. */
export interface ReceiptCheck {
  name: 'steps' | 'entries' | 'page' | 'signature';
  passed: boolean | null;
  words: string;
}

/** Functions that differ between browsers and Node. */
export interface ReceiptTools {
  text: {
    canonicalJson: typeof Canonical;
    bodyText: typeof Body;
    entryText: typeof Entry;
    linkText: typeof Link;
  };
  sha256(text: string): Promise<string>;
  /** Whether the signature is valid; null if the platform cannot check it. */
  verify(key: ReceiptSignature['key'], value: string, text: string): Promise<boolean | null>;
  /** SHA-256, base64url. */
  thumbprint(text: string): Promise<string>;
}

/**
 * Verifies a receipt without a network. The receipt contains the source of this function, so it uses only its
 * arguments.
 * @param visible whether the page is the one that the payload produces
 */
export async function verifyReceipt(
  payload: ReceiptPayload,
  signature: ReceiptSignature,
  visible: boolean,
  tools: ReceiptTools,
): Promise<ReceiptCheck[]> {
  const { canonicalJson, bodyText, entryText, linkText } = tools.text;
  const entries: ReceiptEntry[] = [];
  let broken = '';
  for (const run of payload.runs) {
    let hash = run.previous;
    for (const item of run.items) {
      let digest = item as string;
      if (typeof item !== 'string') {
        entries.push(item);
        const { seq, at, actor_id, kind, epoch, body_hash, salt, body } = item;
        if (salt !== null && (await tools.sha256(bodyText(salt, body))) !== body_hash)
          broken ||= `Entry ${seq} was changed.`;
        const fields = { binder_id: payload.binder.id, epoch, seq, at, actor_id, kind, body_hash };
        digest = await tools.sha256(entryText(fields));
      }
      hash = await tools.sha256(linkText(hash, digest));
    }
    if (hash !== run.hash) broken ||= 'The entries do not match the last hash of the receipt.';
  }
  const { transaction } = payload;
  const areLogged = (answers: ReceiptPress['answers'], body: ReceiptEntry['body']) =>
    canonicalJson(answers && Object.fromEntries(answers.map(({ id, value }) => [id, value]))) ===
    canonicalJson(body.answers);
  // The digest of an erased signature is gone.
  const areSigned = (signatures: ReceiptStep['signatures'] = [], body: ReceiptEntry['body']) => {
    const logged = (body.signatures ?? []) as { place: string; sha256: string }[];
    return (
      signatures.length === logged.length &&
      signatures.every(({ place, sha256 }) =>
        logged.some((each) => each.place === place && (sha256 === null || each.sha256 === sha256)),
      )
    );
  };
  const unproved = transaction.steps.filter((step) => {
    const hasUnprovedPress = step.presses?.some(
      (press) =>
        !entries.some(
          ({ kind, at, actor_id, salt, body }) =>
            (kind === 'step_pressed' || kind === 'step_completed') &&
            at === press.time &&
            actor_id === (press.pressed_by?.id ?? press.user_id) &&
            (salt === null ||
              (body.id === step.id &&
                body.click_button_id === press.button_id &&
                areLogged(press.answers, body) &&
                body.for_user_id === (press.pressed_by ? press.user_id : undefined))),
        ),
    );
    if (hasUnprovedPress) return true;
    if (step.completed_time === null) return false;
    const presses = entries.filter(({ kind, body }) => kind === 'step_completed' && body.id === step.id);
    const last = presses[presses.length - 1];
    // The body of an erased entry is gone: only its actor and time can be compared.
    const button = last?.salt === null ? step.button_id : last?.body.click_button_id;
    const completing = step.presses?.find(({ user_id }) => user_id === step.assignee.user_id);
    const delegate = step.pressed_by ?? completing?.pressed_by;
    const presserId = delegate?.id ?? step.assignee.user_id;
    const representedId = delegate && step.assignee.user_id;
    if (last && last.salt !== null && last.body.for_user_id !== representedId) return true;
    if (last && last.salt !== null && !step.presses && !areLogged(step.answers, last.body)) return true;
    if (last && last.salt !== null && !areSigned(step.signatures, last.body)) return true;
    return last?.at !== step.completed_time || last.actor_id !== presserId || button !== step.button_id;
  });
  const { key } = signature;
  const isNamed =
    (await tools.thumbprint(canonicalJson({ crv: key.crv, kty: key.kty, x: key.x }))) === key.kid;
  const signed = isNamed ? await tools.verify(key, signature.value, canonicalJson(payload)) : false;
  return [
    {
      name: 'signature',
      passed: signed,
      words:
        signed === null
          ? 'This browser can’t verify Ed25519 signatures. Use another browser, or “npm run verify-receipt”.'
          : signed
            ? `Signed with the key ${key.kid}.`
            : 'The signature is not valid: something was changed after signing.',
    },
    {
      name: 'entries',
      passed: broken === '',
      words: broken || 'Every entry matches its hash, and every hash matches the next.',
    },
    {
      name: 'steps',
      passed: unproved.length === 0,
      words: unproved.length === 0 ? 'Every answer is in the log.' : 'A displayed answer is not in the log.',
    },
    {
      name: 'page',
      passed: visible,
      words: visible ? 'The page matches the signed data.' : 'The page does not match the signed data.',
    },
  ];
}
