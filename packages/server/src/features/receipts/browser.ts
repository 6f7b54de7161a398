import type { ReceiptPayload, ReceiptSignature } from './receipt.ts';
import type { renderReceipt as Render } from './render.ts';
import type { ReceiptCheck, ReceiptTools, verifyReceipt as Verify } from './verify.ts';

/** What is used of an element. The server is checked without the types of browsers. */
interface Element {
  id: string;
  tagName: string;
  innerHTML: string;
  textContent: string | null;
  type: string;
  dataset: Record<string, string>;
  append(...children: (Element | string)[]): void;
  replaceChildren(...children: Element[]): void;
  replaceWith(text: string): void;
  addEventListener(name: 'click', listener: () => void): void;
}
declare const document: {
  body: { children: Iterable<Element> };
  createElement(name: string): Element;
  getElementById(id: string): Element;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
};

/**
 * Runs in the page of a receipt: checks it, and says what came of it. It stands in the file as it is
 * (`String(checkInPage)`), and gets all that it uses.
 */
export async function checkInPage(parts: {
  render: typeof Render;
  verify: typeof Verify;
  text: ReceiptTools['text'];
}): Promise<void> {
  const element = (id: string) => document.getElementById(id);
  const result = element('result');
  const say = (state: string, title: string, checks: ReceiptCheck[]) => {
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
    const expected = document.createElement('template');
    expected.innerHTML = parts.render(payload);
    const tags = [...document.body.children].map((child) => child.id || child.tagName);
    const [style, ...styles] = document.querySelectorAll('style');
    const shown =
      document.querySelector('main')?.innerHTML === expected.innerHTML &&
      document.querySelector('title')?.textContent === `${payload.transaction.title} · Receipt` &&
      tags.join(' ') === 'result MAIN receipt check' &&
      styles.length === 0 &&
      (await sha256(style?.textContent ?? '')) === payload.style_sha256 &&
      (await sha256(element('check').textContent ?? '')) === payload.script_sha256;
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
          result.dataset.state = 'bad';
      });
      result.append(button);
    }
  } catch {
    say('bad', 'This receipt cannot be read. It was changed or is not complete.', []);
  }
}
