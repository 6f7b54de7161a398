import type {
  bodyText as Body,
  canonicalJson as Canonical,
  entryText as Entry,
  linkText as Link,
} from '@ringbinder/protocol/chain.ts';
import type { ReceiptEntry, ReceiptPayload, ReceiptPress, ReceiptSignature, ReceiptStep } from './receipt.ts';
import { fillPattern } from './render.ts';
import type { ReceiptWords } from './words.ts';

/** `passed` is null if the platform cannot perform the check. */
export interface ReceiptCheck {
  name: 'steps' | 'entries' | 'page' | 'signature';
  passed: boolean | null;
  words: string;
}

export interface ReceiptTools {
  text: {
    canonicalJson: typeof Canonical;
    bodyText: typeof Body;
    entryText: typeof Entry;
    linkText: typeof Link;
  };
  sha256(text: string): Promise<string>;
  verify(key: ReceiptSignature['key'], value: string, text: string): Promise<boolean | null>;
  thumbprint(text: string): Promise<string>;
}

/** The receipt contains the source of this function, so it uses only its arguments. */
export async function verifyReceipt(
  payload: ReceiptPayload,
  signature: ReceiptSignature,
  visible: boolean,
  tools: ReceiptTools,
  words: ReceiptWords,
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
          broken ||= fillPattern(words.entryChanged, { seq: String(seq) });
        const fields = { binder_id: payload.binder.id, epoch, seq, at, actor_id, kind, body_hash };
        digest = await tools.sha256(entryText(fields));
      }
      hash = await tools.sha256(linkText(hash, digest));
    }
    if (hash !== run.hash) broken ||= words.hashDiffers;
  }
  const { transaction } = payload;
  const areLogged = (answers: ReceiptPress['answers'], body: ReceiptEntry['body']) =>
    canonicalJson(answers && Object.fromEntries(answers.map(({ id, value }) => [id, value]))) ===
    canonicalJson(body.answers);
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
    // An erased entry has no body, so only its actor and time can be compared.
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
          ? words.cannotVerify
          : signed
            ? fillPattern(words.signedWith, { key: String(key.kid) })
            : words.notSigned,
    },
    {
      name: 'entries',
      passed: broken === '',
      words: broken || words.entriesMatch,
    },
    {
      name: 'steps',
      passed: unproved.length === 0,
      words: unproved.length === 0 ? words.answersLogged : words.answersNotLogged,
    },
    {
      name: 'page',
      passed: visible,
      words: visible ? words.pageMatches : words.pageDiffers,
    },
  ];
}
