import { group } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, holds, refused, same, status } from '../expect.ts';
import { makeBrokenPicture, makeFilledForm, makeHiddenLayer, makePdf } from '../fixtures/pdf.ts';
import { flag, list, number, object, oneOf, text } from '../shape.ts';
import { firstOf, ids, withPdf } from './paged-binder.ts';

const box = object({
  text,
  x: number,
  y: number,
  width: number,
  height: number,
  separator: oneOf('none', 'space', 'line'),
});
const problem = oneOf('picture', 'font', 'page');
const pageText = object({ boxes: list(box), is_complete: flag, problems: list(problem) });
const found = object({
  pages: list(object({ page_id: number, hits: number })),
  total_hits: number,
  is_complete: flag,
});

export const pagesViewed = group('pages-viewed', (check) => {
  check('PAGE-38 PAGE-39', 'a page is cut into tiles, by the signature of its background', async (t) => {
    const { pages } = await withPdf(t, 2);
    const [one, two] = pages;
    const tile = (page: typeof one, name: string) =>
      new URL((page?.background_uri ?? '').replace('/background?', `/tiles/${name}?`), t.connection.base)
        .href;
    for (const name of ['0/0/0', '1/0/0', '5/0/0']) {
      const answer = await t.nobody.get(tile(one, name));
      status(answer, 200);
      const type = answer.headers.get('content-type');
      holds(/^image\/(png|jpeg)$/.test(type ?? ''), 'a PNG or JPEG', type, answer);
    }
    refused(await t.nobody.get(tile(one, '0/1/0')), 404);
    refused(await t.nobody.get(tile(one, '6/0/0')), 404);
    refused(await t.nobody.get(tile(one, '0/0/0').replace(`/${one?.id}/tiles`, `/${two?.id}/tiles`)), 403);
  });

  check('PAGE-41', 'the words of a page come with their places', async (t) => {
    const fixture = await t.binder();
    await fixture.upload(makePdf({ pages: 1, text: 'Zugzwang' }), 'a.pdf');
    const { id, width, height } = firstOf(await fixture.pages());
    const answer = await t.viewer.get(`${fixture.path}/pages/${id}/text`);
    const { boxes } = data(answer, pageText);
    const words = boxes.map((each) => each.text);
    holds(words.includes('Zugzwang'), 'the word of the page', words, answer);
    for (const { x, y, width: w, height: h } of boxes)
      holds(
        x >= 0 && y >= 0 && x + w <= width + 0.1 && y + h <= height + 0.1,
        'a box in the page',
        x,
        answer,
      );
    const board = await fixture.note('one two');
    const sheet = data(await t.viewer.get(`${fixture.path}/pages/${board.id}/text`), pageText);
    same(
      sheet.boxes.map((each) => each.text),
      ['one', 'two'],
      'the words of a note',
    );
    refused(await t.outsider.get(`${fixture.path}/pages/${id}/text`), 403);
    refused(await t.viewer.get(`${fixture.path}/pages/999999/text`), 404);
  });

  const textOf = async (t: Parameters<Parameters<typeof check>[2]>[0], pdf: Buffer) => {
    const fixture = await t.binder();
    await fixture.upload(pdf, 'a.pdf');
    const { id } = firstOf(await fixture.pages());
    const { boxes, problems } = data(await t.viewer.get(`${fixture.path}/pages/${id}/text`), pageText);
    return { words: boxes.map((each) => each.text), problems };
  };

  check('PAGE-45', 'what a form was filled in with is on the page', async (t) => {
    const { words } = await textOf(t, makeFilledForm('Zugzwang'));
    holds(words.includes('Zugzwang'), 'the value of the field', words);
  });

  check('PAGE-46', 'what belongs to a layer that is off is not found', async (t) => {
    same((await textOf(t, makeHiddenLayer('Shown', 'Hidden'))).words, ['Shown'], 'the words of the page');
  });

  check('PAGE-48', 'a picture that cannot be decoded is a problem of its page', async (t) => {
    same((await textOf(t, makePdf())).problems, [], 'the problems of a good page');
    same((await textOf(t, makeBrokenPicture())).problems, ['picture'], 'the problems of the page');
  });

  check('PAGE-43', 'a web page is shown in a frame without script', async (t) => {
    const fixture = await t.binder();
    await fixture.upload('<html><body><script>x()</script><p>Words</p></body></html>', 'a.html');
    const page = firstOf(await fixture.pages());
    const address = new URL(page.page_uri.replace('/page?', '/frame?'), t.connection.base).href;
    const answer = await t.nobody.get(address);
    status(answer, 200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    holds(/^sandbox/.test(policy) && !/allow-scripts/.test(policy), 'a sandbox', policy, answer);
    holds(!answer.bytes.toString().includes('<script'), 'no script', 'a script', answer);
  });

  check('PAGE-44', 'a note that was changed meanwhile is not changed by an older text', async (t) => {
    const { fixture } = await withPdf(t, 1);
    const note = await fixture.note('one');
    const path = `${fixture.path}/pages/${note.id}`;
    const [, before] = await fixture.pages();
    const base_file_id = (before as unknown as { file_id: string }).file_id;
    done(await t.editor.post(path, { text: 'two', base_file_id }));
    refused(await t.owner.post(path, { text: 'three', base_file_id }), 412, 'base_file_id');
    const kept = await t.viewer.get(`${fixture.path}/pagedownload/${note.id}?raw=true`);
    same(kept.bytes.toString(), 'two', 'the text of the note');
  });

  check('TODO-9', 'a phrase is counted on the pages of a binder', async (t) => {
    const fixture = await t.binder();
    const one = await fixture.note('A quincunx. Two quincunxes');
    await fixture.note('none');
    const look = async (q: string) =>
      data(await t.viewer.get(`${fixture.path}/pagesearch?q=${encodeURIComponent(q)}`), found);
    const find = (q: string) =>
      eventually(
        INDEXED_WITHIN_SECONDS,
        () => look(q),
        ({ is_complete }) => is_complete,
      );
    same((await find('Quincunx')).pages, [{ page_id: one.id, hits: 2 }], 'the pages that have the word');
    same((await find('two  quincunx')).total_hits, 1, 'how often the phrase is there');
    refused(await t.viewer.get(`${fixture.path}/pagesearch?q=`), 400, 'q');
    refused(await t.outsider.get(`${fixture.path}/pagesearch?q=a`), 403);
    same(ids(await fixture.pages()).length, 2, 'the pages');
  });
});
