import type { receiptDocument } from './document.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import type { ReceiptCheck, ReceiptTools, verifyReceipt as Verify } from './verify.ts';
import type { ReceiptWords } from './words.ts';

/** The server is compiled without browser types. */
interface Element {
  tagName: string;
  outerHTML: string;
  textContent: string | null;
  type: string;
  dataset: Record<string, string>;
  shadowRoot: unknown;
  attachShadow(options: { mode: 'open' }): unknown;
  append(...children: (Element | string)[]): void;
  replaceChildren(...children: Element[]): void;
  replaceWith(other: Element | string): void;
  addEventListener(name: 'click', listener: () => void): void;
  querySelectorAll(selector: string): Iterable<Element>;
}
interface Page {
  documentElement: Element;
  childNodes: { length: number };
  styleSheets: { length: number };
  compatMode: string;
  readyState: string;
  createElement(name: string): Element;
  getElementById(id: string): Element;
  querySelector(selector: string): Element | null;
  addEventListener(name: 'DOMContentLoaded', listener: (event: unknown) => void): void;
}
declare const document: Page;
declare const DOMParser: new () => { parseFromString(text: string, type: 'text/html'): Page };

type Write = (
  ...of: Parameters<typeof receiptDocument> extends [...infer Rest, unknown] ? Rest : never
) => string;

interface SignedReceipt {
  payload: ReceiptPayload;
  signature: ReceiptSignature;
}

/**
 * Replaces the page, so that styles, attributes and shadow trees that somebody added disappear. The receipt
 * contains the source of this function and of `checkFunctions`.
 */
async function checkInPage(parts: {
  write: Write;
  verify: typeof Verify;
  text: ReceiptTools['text'];
  unreadable: string;
}): Promise<void> {
  try {
    const tools = browserTools(parts.text);
    const receipt = JSON.parse(document.getElementById('receipt').textContent ?? '') as SignedReceipt;
    if (document.readyState === 'loading')
      await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    const before = document.documentElement;
    const isAsWritten = await replaceByWritten(receipt, parts.write, tools);
    const isPlain = !hasShadowTree(before);
    const { payload, signature } = receipt;
    const words = payload.words as ReceiptWords;
    const checks = await parts.verify(payload, signature, isAsWritten && isPlain, tools, words);
    if (checks.some(({ passed }) => passed === false)) showResult('bad', words.changed, checks);
    else if (checks.some(({ passed }) => passed === null)) showResult('partly', words.partly, checks);
    else {
      showResult('good', words.unchanged, checks);
      offerToAskForKey(receipt, words);
    }
  } catch {
    showResult('bad', parts.unreadable, []);
  }
}

function showResult(state: string, title: string, checks: ReceiptCheck[]): void {
  const result = document.getElementById('result');
  result.dataset.state = state;
  const heading = document.createElement('strong');
  heading.textContent = title;
  const list = document.createElement('ul');
  for (const check of checks) {
    const line = document.createElement('li');
    line.dataset.passed = String(check.passed);
    line.textContent = check.words;
    list.append(line);
  }
  result.replaceChildren(heading, list);
}

function browserTools(text: ReceiptTools['text']): ReceiptTools {
  const { subtle } = crypto;
  const bytes = (value: string) => new TextEncoder().encode(value);
  const digest = async (value: string) => new Uint8Array(await subtle.digest('SHA-256', bytes(value)));
  const base64url = (of: Uint8Array) =>
    btoa(String.fromCharCode(...of))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '');
  const fromBase64url = (value: string) =>
    Uint8Array.from(atob(value.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  return {
    text,
    sha256: async (value) =>
      [...(await digest(value))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    thumbprint: async (value) => base64url(await digest(value)),
    async verify({ kty, crv, x }, signed, value) {
      const algorithm = { name: 'Ed25519' };
      try {
        const key = await subtle.importKey('jwk', { kty, crv, x }, algorithm, false, ['verify']);
        return await subtle.verify(algorithm, key, fromBase64url(signed), bytes(value));
      } catch (error) {
        return (error as Error).name === 'NotSupportedError' ? null : false;
      }
    },
  };
}

async function replaceByWritten(
  { payload, signature }: SignedReceipt,
  write: Write,
  { sha256 }: ReceiptTools,
): Promise<boolean> {
  const style = document.querySelector('style')?.textContent ?? '';
  const script = document.getElementById('check').textContent ?? '';
  const written = write(payload, signature, { style, script });
  const expected = new DOMParser().parseFromString(written, 'text/html');
  const root = document.documentElement;
  const isAsWritten =
    root.outerHTML === expected.documentElement.outerHTML &&
    document.childNodes.length === expected.childNodes.length &&
    document.compatMode === expected.compatMode &&
    document.styleSheets.length === 1 &&
    (await sha256(style)) === payload.style_sha256 &&
    (await sha256(script)) === payload.script_sha256;
  root.replaceWith(expected.documentElement);
  return isAsWritten;
}

/**
 * `outerHTML` omits shadow trees, but an element with one rejects a second. Some elements reject every shadow
 * tree, so a new element of the same type is tested as well.
 */
function hasShadowTree(root: Element): boolean {
  const takesShadow = (one: Element) => {
    try {
      return one.shadowRoot === null && one.attachShadow({ mode: 'open' }) !== null;
    } catch {
      return false;
    }
  };
  return [...root.querySelectorAll('*')].some(
    (each) => !takesShadow(each) && takesShadow(document.createElement(each.tagName)),
  );
}

function offerToAskForKey({ payload, signature }: SignedReceipt, words: ReceiptWords): void {
  const result = document.getElementById('result');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.checkKey.replace('{host}', new URL(payload.keys_url).host);
  button.addEventListener('click', async () => {
    const answer = (await fetch(payload.keys_url)
      .then((response) => response.json())
      .catch(() => undefined)) as { keys?: { x: string }[] } | undefined;
    if (answer === undefined) button.replaceWith(words.unreachable);
    else if (answer.keys?.some(({ x }) => x === signature.key.x)) button.replaceWith(words.keyBelongs);
    else {
      button.replaceWith(words.keyDiffers);
      result.dataset.state = 'bad';
    }
  });
  result.append(button);
}

export const checkFunctions = [
  checkInPage,
  showResult,
  browserTools,
  replaceByWritten,
  hasShadowTree,
  offerToAskForKey,
];
