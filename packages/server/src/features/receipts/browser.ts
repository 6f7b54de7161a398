import type { receiptDocument as Write } from './document.ts';
import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import type { ReceiptCheck, ReceiptTools, verifyReceipt as Verify } from './verify.ts';

/** What is used of the page. The server is checked without the types of browsers. */
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

/**
 * Runs in the page of a receipt: checks it, and says what came of it. It stands in the file as it is
 * (`String(checkInPage)`), and gets all that it uses. The page is compared as a whole with the one that its data make, and
 * shows that one from then on: styles, attributes and shadow trees that somebody has added change nothing that is seen.
 */
export async function checkInPage(parts: {
  write: typeof Write;
  verify: typeof Verify;
  text: ReceiptTools['text'];
}): Promise<void> {
  const element = (id: string) => document.getElementById(id);
  const say = (state: string, title: string, checks: ReceiptCheck[]) => {
    const result = element('result');
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
  };
  try {
    const { subtle } = crypto;
    const bytes = (text: string) => new TextEncoder().encode(text);
    const digest = async (text: string) => new Uint8Array(await subtle.digest('SHA-256', bytes(text)));
    const sha256 = async (text: string) =>
      [...(await digest(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const base64url = (of: Uint8Array) =>
      btoa(String.fromCharCode(...of))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=/g, '');
    const fromBase64url = (text: string) =>
      Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const tools: ReceiptTools = {
      text: parts.text,
      sha256,
      thumbprint: async (text) => base64url(await digest(text)),
      async verify(key, value, text) {
        const { kty, crv, x } = key;
        try {
          const imported = await subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, [
            'verify',
          ]);
          return await subtle.verify({ name: 'Ed25519' }, imported, fromBase64url(value), bytes(text));
        } catch (error) {
          return (error as Error).name === 'NotSupportedError' ? null : false;
        }
      },
    };
    const { payload, signature } = JSON.parse(element('receipt').textContent ?? '') as {
      payload: ReceiptPayload;
      signature: ReceiptSignature;
    };
    if (document.readyState === 'loading')
      await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    const style = document.querySelector('style')?.textContent ?? '';
    const script = element('check').textContent ?? '';
    const written = parts.write(payload, signature, { style, script });
    const expected = new DOMParser().parseFromString(written, 'text/html');
    const found = document.documentElement;
    let shown =
      found.outerHTML === expected.documentElement.outerHTML &&
      document.childNodes.length === expected.childNodes.length &&
      document.compatMode === expected.compatMode &&
      document.styleSheets.length === 1 &&
      (await sha256(style)) === payload.style_sha256 &&
      (await sha256(script)) === payload.script_sha256;
    found.replaceWith(expected.documentElement);
    // A shadow tree is in no markup: an element that has one already, or cannot have one, takes no other.
    for (const each of found.querySelectorAll('*')) {
      const takesShadow = (one: Element) => {
        try {
          return one.shadowRoot === null && one.attachShadow({ mode: 'open' }) !== null;
        } catch {
          return false;
        }
      };
      if (!takesShadow(each) && takesShadow(document.createElement(each.tagName))) shown = false;
    }
    const checks = await parts.verify(payload, signature, shown, tools);
    if (checks.some(({ passed }) => passed === false))
      say('bad', 'This receipt was changed. Do not rely on it.', checks);
    else if (checks.some(({ passed }) => passed === null))
      say('partly', 'Nothing is wrong so far, but the signature was not checked.', checks);
    else {
      say('good', 'This receipt is as it was signed.', checks);
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = `Ask ${new URL(payload.keys_url).host} whether the key is theirs`;
      button.addEventListener('click', async () => {
        const answer = (await fetch(payload.keys_url)
          .then((response) => response.json())
          .catch(() => undefined)) as { keys?: { x: string }[] } | undefined;
        const keys = answer?.keys ?? [];
        button.replaceWith(
          answer === undefined
            ? 'They could not be reached.'
            : keys.some(({ x }) => x === signature.key.x)
              ? 'It is their key.'
              : 'It is NOT their key. Do not rely on this receipt.',
        );
        if (answer !== undefined && !keys.some(({ x }) => x === signature.key.x))
          element('result').dataset.state = 'bad';
      });
      element('result').append(button);
    }
  } catch {
    say('bad', 'This receipt cannot be read. It was changed or is not complete.', []);
  }
}
