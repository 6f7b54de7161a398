import assert from 'node:assert/strict';
import { test } from 'vitest';
import { asBbcode, asHtml, asText } from '../features/messages/richtext/template.ts';
import { html, Markup } from './markup.ts';

const WILD = `&<>"'\`=`;
const ESCAPED = '&amp;&lt;&gt;&quot;&#39;`=';

test('what is put into a page is escaped, in text and in attributes of both quotation marks', () => {
  assert.equal(html`<p>${WILD}</p>`.text, `<p>${ESCAPED}</p>`);
  assert.equal(html`<a title="${WILD}" id='${WILD}'>`.text, `<a title="${ESCAPED}" id='${ESCAPED}'>`);
  assert.equal(html`${WILD}${WILD}`.text, ESCAPED + ESCAPED);
  assert.equal(html`<p>${new Markup('<b>')}${html`<i>${'<'}</i>`}</p>`.text, '<p><b><i>&lt;</i></p>');
  assert.equal(html`${[1, '<', html`<br>`, [null, '"']]}`.text, '1&lt;<br>&quot;');
  assert.equal(html`${false}${null}${undefined}${0}${''}`.text, '0');
});

test('[MSG-16] a value in a template is escaped for what stands around it', () => {
  assert.equal(asHtml(WILD), ESCAPED);
  assert.equal(asHtml('&amp;'), '&amp;amp;');
  assert.equal(asBbcode('[b]x[/b]'), '&#91;b&#93;x&#91;/b&#93;');
  assert.equal(asText(WILD), WILD);
});
