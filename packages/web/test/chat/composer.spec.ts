import {
  expect,
  expectText,
  inspect,
  inspectEverywhere,
  type Locator,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { editorOf, fieldOf, messageOf, openOwnChat, storedOf } from '../support/chat-page.ts';
import { openSection } from '../support/sections.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const toolOf = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

async function holdEditor(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/editor-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const wordItem = (list: number, level: number, marker: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;mso-add-space:auto;
text-indent:-18.0pt;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span lang=EN-GB
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><span lang=EN-GB>${words}<o:p></o:p></span></p>`;

const wordParagraph = (words: string) => `<p class=MsoNormal><span lang=EN-GB>${words}<o:p></o:p></span></p>`;

const WORD_LISTS = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* List Definitions */ @list l0 {mso-list-id:1;mso-list-type:hybrid;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
${[
  wordParagraph('Needed'),
  wordItem(0, 1, '·', 'Valuation'),
  wordItem(0, 2, 'o', 'of the building'),
  wordItem(0, 2, 'o', 'of the garden'),
  wordItem(0, 1, '·', 'Land register'),
  wordParagraph('Steps'),
  wordItem(1, 1, '1.', 'Sign'),
  wordItem(1, 1, '2.', 'Send'),
  wordItem(1, 2, 'a)', 'to the notary'),
  wordItem(1, 1, '3.', 'File'),
  wordParagraph('Costs'),
  wordItem(2, 1, '1)', 'Notary'),
  wordItem(2, 2, '1)', 'Deed'),
  wordItem(2, 1, '2)', 'Court'),
  wordParagraph('Contract'),
  wordItem(3, 1, 'I.', 'Parties'),
  wordItem(3, 2, '(i)', 'Seller'),
  wordItem(3, 2, '(ii)', 'Buyer'),
  wordItem(3, 1, 'II.', 'Price'),
  wordItem(3, 2, '2.1.', 'Deposit'),
  wordItem(3, 1, 'III.', 'Handover'),
].join('\n\n')}
<!--EndFragment--></body></html>`;

async function paste(field: Locator, data: Record<string, string>): Promise<void> {
  const run = new Function(
    'field',
    'data',
    `const clipboardData = new DataTransfer();
     for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
     field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));`,
  ) as (field: unknown, data: Record<string, string>) => void;
  await field.evaluate(run, data);
}

test('[CHAT-31] nothing that is typed while the editor loads is lost', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Loading');
  const release = await holdEditor(page);
  await page.reload();
  await fieldOf(page).click();
  await page.keyboard.type('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two four');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  release();
  // The editor replaces the textarea while the keys arrive.
  for (const key of 'three ') {
    await page.keyboard.press(key);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  await editorOf(page);
  await page.keyboard.type('and ');
  await expectText(fieldOf(page), 'one\ntwo three and four');
  await expect(fieldOf(page)).toBeFocused();
});

test('[CHAT-31] an input method composes its word in the textarea, which stays until then', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Composition');
  const release = await holdEditor(page);
  await page.reload();
  await fieldOf(page).click();
  const session = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('n');
  release();
  await page.waitForResponse(/\/assets\/editor-/);
  await compose('ni');
  await expect(page.locator('textarea[data-composer]')).toHaveValue('ni');
  await session.send('Input.insertText', { text: '你' });
  await editorOf(page);
  await page.keyboard.type('!');
  await expectText(fieldOf(page), '你!');
});

test('[CHAT-6] [CHAT-19] the toolbar formats, shows what applies, and the draft stays', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Formatting');
  const field = await editorOf(page);
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const low = await height();
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await field.fill('important');
  await field.selectText();
  await toolOf(page, 'Bold').click();
  await expect(toolOf(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
  await expect(field.locator('strong')).toHaveText('important');
  await page.keyboard.press('Control+i');
  await expect(field.locator('strong em, em strong')).toHaveText('important');
  await page.keyboard.press('End');
  for (const line of ['', 'one', 'two', 'three']) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type(line);
  }
  await expect.poll(async () => (await height()) > low + 60, 'it grows').toBeTruthy();
  await toolOf(page, 'Numbered list').click();
  await expect(toolOf(page, 'Numbered list')).toHaveAttribute('aria-pressed', 'true');
  await expect(field.locator('ol li')).toHaveText('three');
  await inspectEverywhere(page, 'chat formatting');

  await page.reload();
  await editorOf(page);
  await expect(fieldOf(page).locator('ol li')).toHaveText('three');
  await page.keyboard.press('Enter');
  const message = messageOf(page, 'important');
  await expect(message.locator('ol li')).toHaveText('three');
  await expect.poll(height, 'the field is low again').toEqual(low);
});

test('[CHAT-6] after “Formatting”, the caret is in the text', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Caret');
  const field = await editorOf(page);
  await page.keyboard.type('one three');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await toolOf(page, 'Bold').waitFor();
  await page.keyboard.type('two ');
  await expectText(field, 'one two three');
});

test('[CHAT-19] an edit and a reply survive a reload and another section, and give the draft back', async ({
  app,
  org,
}) => {
  const { page } = await openOwnChat(app, 'Interrupted', {
    prepare: async (id) => {
      await org.post(id, org.ben, 'Which rate?');
      await org.post(id, org.ada, 'The rate is 3 %');
    },
  });
  const editing = page.getByText('Editing a message');
  await editorOf(page);
  await messageOf(page, 'Which rate').focus();
  await page.keyboard.press('r');
  await page.getByText('Replying to Ben Okafor').waitFor();
  await page.keyboard.type('I will look');
  await page.reload();
  await editorOf(page);
  await page.getByText('Replying to Ben Okafor').waitFor();
  await page.keyboard.press('Enter');
  await expect(storedOf(page, 'I will look').locator('.quote-line')).toContainText('Which rate?');

  await fieldOf(page).fill('A new message');
  await messageOf(page, 'The rate is').focus();
  await page.keyboard.press('e');
  await expectText(fieldOf(page), 'The rate is 3 %');
  await page.keyboard.type(', fixed');
  await page.reload();
  await editing.waitFor();
  await expectText(await editorOf(page), 'The rate is 3 %, fixed');
  await openSection(page, 'Pages');
  await openSection(page, 'Chat');
  await editing.waitFor();
  await expectText(await editorOf(page), 'The rate is 3 %, fixed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await messageOf(page, '3 %, fixed').getByText('edited').waitFor();
  await expect(editing).toHaveCount(0);
  await expectText(fieldOf(page), 'A new message');
  await page.reload();
  await expectText(await editorOf(page), 'A new message');
  await expect(editing).toHaveCount(0);
});

test('[CHAT-32] Markdown becomes formatting when it is typed, and Backspace takes it back', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Markdown');
  const field = await editorOf(page);
  await page.keyboard.type('**bold** and _italic_ and ~~gone~~ and `code` x');
  await expect(field.locator('strong')).toHaveText('bold');
  await expect(field.locator('em')).toHaveText('italic');
  await expect(field.locator('s')).toHaveText('gone');
  await expect(field.locator('code')).toHaveText('code');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Tab');
  await expect(field.locator('ul ul li')).toHaveText('two');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('> quoted');
  await expect(field.locator('blockquote')).toHaveText('quoted');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('```let x');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('  = [b]1[/b];');
  await expect(field.locator('pre')).toHaveText('let x\n  = [b]1[/b];');
  await inspectEverywhere(page, 'chat markdown');
  await page.keyboard.press('Control+Enter');

  const message = messageOf(page, 'quoted').and(page.locator('[data-id]'));
  await expect(message.locator('code')).toHaveText('code');
  await expect(message.locator('ul ul li')).toHaveText('two');
  await expect(message.locator('pre')).toContainText('  = [b]1[/b];');
  await inspectEverywhere(page, 'chat formatted message');

  await page.keyboard.type('- ');
  await expect(field.locator('ul')).toHaveCount(1);
  await page.keyboard.press('Backspace');
  await expect(field.locator('ul')).toHaveCount(0);
  await page.keyboard.type('no list');
  await expectText(field, '- no list');
  await test.step('undo and redo', async () => {
    await page.keyboard.press('Control+z');
    await expectText(field, '');
    await page.keyboard.press('Control+Shift+z');
    await expectText(field, '- no list');
  });
});

test('[CHAT-30] text that looks like a tag is sent as typed, alone and beside formatting', async ({
  app,
  org,
  service,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Literal');
  const field = await editorOf(page);
  await page.keyboard.type('see [b]this[/b] &amp; that');
  await page.keyboard.press('Enter');
  await messageOf(page, 'see [b]this[/b] &amp; that').and(page.locator('[data-id]')).waitFor();
  await page.keyboard.type('**bold** [i]not[/i] &lt;');
  await page.keyboard.press('Enter');
  await messageOf(page, 'bold [i]not[/i] &lt;').and(page.locator('[data-id]')).waitFor();
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
  expect(body.data.messages.map(({ text }: { text: string }) => text)).toEqual([
    'bold [i]not[/i] &lt;',
    'see [b]this[/b] &amp; that',
  ]);
  expect(body.data.messages[1].richtext).toBeUndefined();
  await page.keyboard.press('ArrowUp');
  await expectText(field, 'bold [i]not[/i] &lt;');
});

test('[CHAT-33] an own message with colours, sizes and a table is edited, and keeps them', async ({
  app,
  org,
  service,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Edit');
  const richtext =
    '[color=red]red[/color] [size=24]large[/size]\n[table]\n[tr][th]Term[/th][th]Rate[/th][/tr]\n[tr][td]5[/td][td]3.1[/td][/tr]\n[/table]\nend';
  await service.call('POST', `/${binderId}/messages`, {
    token: org.ada.token,
    json: { message: { richtext } },
  });
  await messageOf(page, 'Term').waitFor();
  const field = await editorOf(page);
  await page.keyboard.press('ArrowUp');
  await expect(field.locator('th')).toHaveText(['Term', 'Rate']);
  await expect(field.locator('.ink')).toHaveText('red');
  await inspectEverywhere(page, 'chat edit');
  await field.locator('td').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' years');
  await page.keyboard.press('Tab');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await messageOf(page, 'edited').waitFor();
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
  expect(body.data.messages[0].richtext).toBe(
    richtext.replace('[td]5', '[td]5 years').replace('[td]3.1', '[td]!3.1'),
  );
});

test('[CHAT-19] the edit of a message changes no draft', async ({ app, org }) => {
  const { page } = await openOwnChat(app, 'Draft', {
    prepare: (id) => org.post(id, org.ada, 'Three per cent'),
  });
  await messageOf(page, 'Three per cent').waitFor();
  const field = await editorOf(page);
  await page.keyboard.press('ArrowUp');
  await expectText(field, 'Three per cent');
  await page.keyboard.type('!');
  await page.reload();
  await expectText(await editorOf(page), 'Three per cent!');
  await page.keyboard.press('Escape');
  await expectText(field, '');
  await page.keyboard.type('New');
  await messageOf(page, 'Three per cent').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expectText(field, 'Three per cent');
  await page.keyboard.press('Escape');
  await expectText(field, 'New');
});

test('[CHAT-34] markup is pasted without its styles, cells as a table, and BBCode as formatting', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Paste');
  const field = await editorOf(page);
  await test.step('cells of a spreadsheet', async () => {
    await paste(field, {
      'text/plain': 'Term\tRate',
      'text/html':
        "<html><head><style>td { color: red }</style></head><body><table style='border:0'><tr><td style='font-weight:700'>Term</td><td>Rate</td></tr><tr><td>5</td><td>3.1</td></tr></table></body></html>",
    });
    await expect(field.locator('td')).toHaveText(['Term', 'Rate', '5', '3.1']);
    await expect(field.locator('td strong')).toHaveText('Term');
    await expect(field.locator('[style]')).toHaveCount(0);
    await inspectEverywhere(page, 'chat pasted table');
  });
  await test.step('a document, whose scripts and pictures go', async () => {
    await field.fill('');
    await paste(field, {
      'text/plain': 'x',
      'text/html':
        '<b style="font-weight:normal"><h2>Title</h2><p style="color:red">a <span style="font-weight:700">b</span><img src="https://example.com/x.png"><script>window.hacked = true</script><br>c</p><ul><li><p>d</p></li></ul><a href="javascript:alert(1)">e</a></b>',
    });
    await expect(field.locator('strong')).toHaveText(['Title', 'b']);
    await expect(field.locator('li')).toHaveText('d');
    await expect(field.locator('img, script, a')).toHaveCount(0);
    await expectText(field, 'Title\na b\nc\nd\ne');
  });
  await test.step('attributes that only the editor writes are not trusted', async () => {
    await field.fill('');
    await paste(field, {
      'text/plain': 'a b c',
      'text/html':
        '<p><span data-ink="red]hidden [url=https://evil.example]x[/url]">a</span> <span data-ink="red; position: fixed">b</span> <span data-px="9999">c</span><code data-src="javascript:alert(1)">d</code></p>',
    });
    await expectText(field, 'a b cd');
    await expect(field.locator('[data-ink], [data-src]')).toHaveCount(0);
    await expect(field.locator('[data-px]')).toHaveCSS('font-size', '72px');
  });
  await test.step('text stays text, with its empty lines', async () => {
    await field.fill('');
    await paste(field, { 'text/plain': 'one\n\n- two **three**' });
    await expectText(field, 'one\n\n- two **three**');
    await expect(field.locator('ul, strong')).toHaveCount(0);
  });
  await test.step('BBCode', async () => {
    await field.fill('');
    await paste(field, { 'text/plain': 'a [b]b[/b]\n[list][*]c[/list]' });
    await expect(field.locator('strong')).toHaveText('b');
    await expect(field.locator('li')).toHaveText('c');
  });
});

test('[CHAT-34] the numbers of a pasted list that does not begin at 1 stay as text', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Numbers');
  const field = await editorOf(page);
  const html =
    '<ol type="a][b]x"><li>One</li></ol><ol start="3"><li>Three <b>b</b></li><li><p>Four</p></li></ol><p>End</p>';
  await paste(field, { 'text/plain': 'x', 'text/html': html });
  await expect(field.locator('> ol > li')).toHaveText(['One']);
  await expect(field.locator('> ol')).toHaveAttribute('type', '1');
  await expect(field.locator('> p')).toHaveText(['3. Three b', '4. Four', 'End']);
  await expect(field.locator('> p strong')).toHaveText('b');
});

test('[CHAT-34] items of Word become lists, nested by their levels', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Word');
  const field = await editorOf(page);
  await paste(field, { 'text/plain': 'x', 'text/html': WORD_LISTS });
  const [bullets, numbers] = [field.locator('> ul'), field.locator('> ol')];
  await expect(bullets.locator('> li > p')).toHaveText(['Valuation', 'Land register']);
  await expect(bullets.locator('> li > ul > li')).toHaveText(['of the building', 'of the garden']);
  const contract = ['Parties', 'Price', '2.1. Deposit', 'Handover'];
  await expect(numbers.locator('> li > p')).toHaveText([
    ...['Sign', 'Send', 'File', 'Notary', 'Court'],
    ...contract,
  ]);
  await expect(numbers.locator('> li > ol[type="a"] > li')).toHaveText('to the notary');
  await expect(numbers.locator('> li > ol[type="1"] > li')).toHaveText('Deed');
  await expect(field.locator('> ol[type="I"] > li > ol[type="i"] > li')).toHaveText(['Seller', 'Buyer']);
  await expect(field.locator('> p')).toHaveText(['Needed', 'Steps', 'Costs', 'Contract']);
  await inspectEverywhere(page, 'chat pasted lists');
});

const CODE = `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">function</span><span style="color: #cccccc;"> </span><span style="color: #dcdcaa;">one</span><span style="color: #cccccc;">() {</span></div><div><span style="color: #cccccc;">    </span><span style="color: #c586c0;">return</span><span style="color: #cccccc;"> &lt;1&gt;;</span></div><br><div><span style="color: #cccccc;">}</span></div></div>`;

test('[CHAT-34] lines of code from an editor become a block of code, with their indentation', async ({
  app,
}) => {
  const { page } = await openOwnChat(app, 'Code');
  const field = await editorOf(page);
  await paste(field, { 'text/plain': 'x', 'text/html': `<p>Before</p>${CODE}` });
  await expect(field).toContainText('function one');
  await expect(field).toContainText('Before');

  await field.fill('');
  await paste(field, { 'text/plain': 'x', 'text/html': CODE });
  const lines = 'function one() {\n    return <1>;\n\n}';
  await expect.poll(() => field.locator('pre').textContent()).toBe(lines);
});

test('[CHAT-6] [CHAT-32] in a block of code Enter begins a line, and Ctrl+Enter sends', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Lines');
  const field = await editorOf(page);
  await field.click();
  await page.keyboard.type('```');
  await page.keyboard.press('Enter');
  await page.keyboard.type('one();');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two();');
  await expect.poll(() => field.locator('pre').textContent()).toBe('one();\ntwo();');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => storedOf(page, 'one').locator('pre').textContent()).toBe('one();\ntwo();');
  await expectText(field, '');
});

test('[CHAT-32] with nothing selected in the composer, Ctrl+K searches', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Search');
  const field = await editorOf(page);
  await field.fill('some words');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search binders and content' }).waitFor();
});

test('[CHAT-32] a link is set, changed and removed by its address', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Link');
  const field = await editorOf(page);
  await field.fill('terms');
  await field.selectText();
  await page.keyboard.press('Control+k');
  const address = page.getByRole('textbox', { name: 'Address of the link' });
  await expect(address).toBeFocused();
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Enter a web or email address' }).waitFor();
  await inspectEverywhere(page, 'chat link');
  await address.fill('example.com/terms');
  await page.keyboard.press('Enter');
  await expect(field.getByRole('link', { name: 'terms' })).toHaveAttribute(
    'href',
    'https://example.com/terms',
  );
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(address).toHaveValue('https://example.com/terms');
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(field.getByRole('link')).toHaveCount(0);
});

test('[CHAT-17] the toolbar is one stop of the Tab key, with arrow keys', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Keys');
  await editorOf(page);
  await page.getByRole('button', { name: 'Formatting', exact: true }).click();
  await toolOf(page, 'Bold').focus();
  await page.keyboard.press('ArrowRight');
  await expect(toolOf(page, 'Italic')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('slanted');
  await expect(fieldOf(page).locator('em')).toHaveText('slanted');
  await page.keyboard.press('Shift+Tab');
  await expect(toolOf(page, 'Bold')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeFocused();
});

test('[CHAT-6] [CHAT-17] on a phone Enter begins a line, and the tools fit', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Phone', PHONE);
  await fieldOf(page).tap();
  const field = await editorOf(page);
  await page.getByRole('button', { name: 'Formatting', exact: true }).tap();
  await toolOf(page, 'List').tap();
  await page.keyboard.type('milk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('bread');
  await expect(field.locator('li')).toHaveText(['milk', 'bread']);
  await inspect(page, 'chat formatting phone');
  const last = await toolOf(page, 'Code block').boundingBox();
  const composer = await page.locator('.composer').boundingBox();
  expect(last && composer && last.x + last.width <= composer.x + composer.width).toBe(true);
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(messageOf(page, 'milk').locator('li')).toHaveText(['milk', 'bread']);
});
