import { group } from '../check.ts';
import { data, done, holds, refused, same, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';
import { annotation, type Page } from '../resources.ts';
import { list, object, oneOf, text } from '../shape.ts';
import type { Room, Trial } from '../trial.ts';

const download = object({ page: text, encoding: oneOf('utf-8', 'base64'), mime_type: text });
const ids = (pages: { id: number }[]) => pages.map(({ id }) => id);
const named = (pages: { id: number }[]) => pages.map(({ id }) => ({ id }));

/** A binder with the pages of one PDF. */
async function withPdf(t: Trial, pages: number): Promise<{ room: Room; pages: Page[]; fileId: string }> {
  const room = await t.binder();
  const fileId = await room.upload(makePdf({ pages, width: 200, height: 100 }), 'a.pdf');
  return { room, fileId, pages: await room.pages() };
}

/** Makes a change on a page three times: a comment, a position comment and an annotation. */
async function drawOn(t: Trial, room: Room, page: { id: number }): Promise<void> {
  const path = `${room.path}/pages/${page.id}`;
  status(await t.owner.post(`${path}/comments`, { text: 'a comment' }), 200);
  const svg_tag = '<path d="M0 0L9 9" stroke="#f00"/>';
  done(await t.owner.post(`${path}/annotations`, { client_uuid: 'drawn', svg_tag }));
}

const firstOf = (pages: Page[]): Page => {
  const [page] = pages;
  holds(page !== undefined, 'a page', pages);
  return page;
};

export const pages = group('pages', (check) => {
  check('PAGE-1 PAGE-2 PAGE-3 PAGE-4 PAGE-8', 'a page has every field of its kind', async (t) => {
    const room = await t.binder();
    await room.upload(makePdf({ pages: 2 }), 'a.pdf');
    await room.upload(makePng(60, 40), 'b.png');
    await room.upload('text', 'c.txt');
    const list = await room.pages();
    same(
      list.map(({ type, page_index, original_file_name, svg_tags }) => [
        type,
        page_index,
        original_file_name,
        svg_tags,
      ]),
      [
        ['PAGE_TYPE_PDF', 0, 'a.pdf', []],
        ['PAGE_TYPE_PDF', 1, 'a.pdf', []],
        ['PAGE_TYPE_IMAGE', 0, 'b.png', []],
        ['PAGE_TYPE_NOTE', 0, 'c.txt', []],
      ],
      'the pages',
    );
  });

  check('PAGE-5', 'file_id and filter choose pages', async (t) => {
    const { room, pages, fileId } = await withPdf(t, 3);
    const note = await room.note();
    same(ids(await room.pages(`?file_id=${fileId}`)), ids(pages), 'the pages of the file');
    const [first, , third] = pages;
    const filter = `?filter=${third?.id},${first?.id},999999`;
    same(ids(await room.pages(filter)), [first?.id, third?.id], 'the pages of the filter');
    same(ids(await room.pages(`?filter=${note.id}`)), [note.id], 'the page of the filter');
    refused(await t.owner.get(`${room.path}/pages?file_id=F${'0'.repeat(22)}`), 404);
  });

  check('PAGE-6', 'a filter that is not numbers and commas is 400', async (t) => {
    const room = await t.binder();
    for (const filter of ['x', '1,', ',1', '1,,2', '1;2', '-1', '1.5', ''])
      refused(await t.owner.get(`${room.path}/pages?filter=${filter}`), 400, 'filter');
  });

  check('PAGE-7', 'pages are in the order of page_number, and deleted ones in no list', async (t) => {
    const { room, pages } = await withPdf(t, 4);
    const numbers = pages.map(({ page_number }) => Number(page_number));
    same(
      numbers,
      numbers.toSorted((a, b) => a - b),
      'the page numbers in their order',
    );
    same(new Set(numbers).size, 4, 'different page numbers');
    const [, second] = pages;
    done(await t.owner.delete(`${room.path}/pages/${second?.id}`));
    same(ids(await room.pages()), ids(pages.filter((page) => page !== second)), 'the pages that are left');
    same(await room.pages(`?filter=${second?.id}`), [], 'a deleted page in a filter');
  });

  check('PAGE-9', 'the links of a page are loaded without a token', async (t) => {
    const page = firstOf((await withPdf(t, 1)).pages);
    for (const [link, type] of [
      [page.page_uri, /^application\/pdf/],
      [page.thumbnail_uri, /^image\//],
      [page.background_uri, /^image\//],
    ] as const) {
      const answer = await t.nobody.get(new URL(link, t.connection.base).href);
      status(answer, 200);
      const given = answer.headers.get('content-type') ?? '';
      holds(type.test(given), `a content type like ${type}`, given, answer);
      holds(answer.bytes.length > 0, 'some bytes', 'none', answer);
    }
  });

  check('PAGE-10', 'a link with another path, expiry or signature gives nothing', async (t) => {
    const { pages } = await withPdf(t, 2);
    const page = firstOf(pages);
    const link = new URL(page.page_uri, t.connection.base);
    const changed = (change: (address: URL) => void) => {
      const address = new URL(link);
      change(address);
      return address.href;
    };
    const bad = [
      changed((address) => address.searchParams.set('expires', '4102444800000')),
      changed((address) => address.searchParams.delete('signature')),
      changed((address) => address.searchParams.set('signature', 'A'.repeat(43))),
      changed((address) => {
        address.pathname = address.pathname.replace(`/${page.id}/`, `/${pages[1]?.id}/`);
      }),
      changed((address) => {
        address.pathname = address.pathname.replace(/page$/, 'background');
      }),
    ];
    for (const address of bad) {
      const answer = await t.nobody.get(address);
      holds(answer.status >= 400 && answer.status < 500, 'a refusal', answer.status, answer);
    }
  });

  check('PAGE-11', 'links stay the same from one list to the next', async (t) => {
    const { room } = await withPdf(t, 1);
    const links = async () =>
      (await room.pages()).map(({ page_uri, thumbnail_uri, background_uri }) => [
        page_uri,
        thumbnail_uri,
        background_uri,
      ]);
    const [first, second, third] = [await links(), await links(), await links()];
    // The expiry may be rounded up between two of them, but not between each.
    same(
      JSON.stringify(first) === JSON.stringify(second) ? second : third,
      second,
      'the links of the next list',
    );
  });

  check('PAGE-12', 'a thumbnail is rendered once and is the same afterwards', async (t) => {
    const page = firstOf((await withPdf(t, 1)).pages);
    const look = async () => (await t.nobody.get(new URL(page.thumbnail_uri, t.connection.base).href)).bytes;
    holds((await look()).equals(await look()), 'the same picture twice', 'different ones');
  });

  check('PAGE-13 PAGE-14', 'a page downloads as text, or as base64 of its format', async (t) => {
    const room = await t.binder();
    const note = await room.note('Grüße 👋');
    same(
      data(await t.viewer.get(`${room.path}/pagedownload/${note.id}`), download),
      { page: 'Grüße 👋', encoding: 'utf-8', mime_type: 'text/plain' },
      'the text',
    );
    const png = makePng(30, 20);
    const [image] = await room.pages(`?file_id=${await room.upload(png, 'a.png')}`);
    same(
      data(await t.viewer.get(`${room.path}/pagedownload/${image?.id}`), download),
      { page: png.toString('base64'), encoding: 'base64', mime_type: 'image/png' },
      'the image',
    );
  });

  check('PAGE-15', 'a page of a PDF downloads as a PDF of that one page', async (t) => {
    const { room, pages } = await withPdf(t, 3);
    const answer = await t.owner.get(`${room.path}/pagedownload/${pages[1]?.id}`);
    const given = data(answer, download);
    same([given.encoding, given.mime_type], ['base64', 'application/pdf'], 'the format', answer);
    const again = await room.upload(Buffer.from(given.page, 'base64'), 'one.pdf');
    same(
      (await room.pages(`?file_id=${again}`)).map(({ type, width, height }) => [type, width, height]),
      [['PAGE_TYPE_PDF', 200, 100]],
      'the pages of the PDF when it is uploaded again',
    );
  });

  check('PAGE-16', 'raw=true gives the bytes, and the range of them that is asked for', async (t) => {
    const room = await t.binder();
    const note = await room.note('0123456789');
    const path = `${room.path}/pagedownload/${note.id}?raw=true`;
    const whole = await t.viewer.get(path);
    status(whole, 200);
    same(whole.bytes.toString(), '0123456789', 'the bytes', whole);
    const part = await t.viewer.get(path, { range: 'bytes=2-4' });
    status(part, 206);
    same(part.bytes.toString(), '234', 'the range', part);
    same(part.headers.get('content-range'), 'bytes 2-4/10', 'Content-Range', part);
  });

  check('PAGE-17 PAGE-20', 'a page is deleted, with write access', async (t) => {
    const { room, pages } = await withPdf(t, 2);
    const [first, second] = pages;
    refused(await t.viewer.delete(`${room.path}/pages/${first?.id}`), 403);
    refused(await t.viewer.delete(`${room.path}/pages?filter=${first?.id}`), 403);
    done(await t.editor.delete(`${room.path}/pages/${first?.id}`));
    same(ids(await room.pages()), [second?.id], 'the pages that are left');
    refused(await t.editor.delete(`${room.path}/pages/${first?.id}`), 404);
  });

  check(
    'PAGE-18 PAGE-19',
    'several pages are deleted, all or none, and never without a filter',
    async (t) => {
      const { room, pages } = await withPdf(t, 4);
      const [first, second, third, fourth] = ids(pages);
      refused(await t.owner.delete(`${room.path}/pages?filter=${first},999999`), 404);
      refused(await t.owner.delete(`${room.path}/pages`), 400, 'filter');
      refused(await t.owner.delete(`${room.path}/pages?filter=`), 400, 'filter');
      same(ids(await room.pages()), ids(pages), 'the pages after refused calls');
      done(await t.owner.delete(`${room.path}/pages?filter=${first},${third}`));
      same(ids(await room.pages()), [second, fourth], 'the pages that are left');
    },
  );

  check('PAGE-21', 'the revision of a page grows by one with every change on it', async (t) => {
    const { room, pages } = await withPdf(t, 1);
    const { id, revision } = firstOf(pages);
    await drawOn(t, room, { id });
    same(
      firstOf(await room.pages()).revision,
      revision + 2,
      'the revision after a comment and an annotation',
    );
  });

  check('PAGE-22', 'pages are copied: those named, or all', async (t) => {
    const { room: source, pages } = await withPdf(t, 3);
    const target = await t.binder();
    const copy = (body: object) =>
      t.owner.post(`${target.path}/copypages`, { source_id: source.id, ...body });
    done(await copy({ pages: named(pages.slice(1, 2)) }));
    same(
      (await target.pages()).map(({ page_index }) => page_index),
      [1],
      'the copied page',
    );
    done(await copy({}));
    same((await target.pages()).length, 4, 'the number of pages');
    same(await source.pages(), pages, 'the pages of the source');
  });

  check('PAGE-23', 'a copy has a new id, the same file and the annotations, and no comments', async (t) => {
    const { room: source, pages, fileId } = await withPdf(t, 1);
    const original = firstOf(pages);
    await drawOn(t, source, original);
    const target = await t.binder();
    await target.note();
    done(await t.owner.post(`${target.path}/copypages`, { source_id: source.id }));
    const [, copy] = await target.pages();
    same(copy?.file_id, fileId, 'file_id');
    const drawn = firstOf(await source.pages()).svg_tags;
    same(
      copy?.svg_tags.map(({ svg_tag }) => svg_tag),
      drawn.map(({ svg_tag }) => svg_tag),
      'the annotations',
    );
    same(
      drawn.flatMap((each) => annotation(each, 'svg_tags')),
      [],
      'the form of an annotation',
    );
    const comments = await t.owner.get(`${target.path}/pages/${copy?.id}/comments`);
    same(data(comments, object({})), { comments: [] }, 'the comments of the copy', comments);
  });

  check('PAGE-24 PAGE-25', 'pages are moved with everything on them', async (t) => {
    const { room: source, pages } = await withPdf(t, 3);
    const [first, second, third] = pages;
    await drawOn(t, source, second ?? { id: 0 });
    const target = await t.binder();
    done(
      await t.owner.post(`${target.path}/movepages`, {
        source_id: source.id,
        pages: named(pages.slice(1, 2)),
      }),
    );
    same(ids(await source.pages()), [first?.id, third?.id], 'the pages that stay');
    const moved = firstOf(await target.pages());
    same([moved.page_index, moved.svg_tags.length], [1, 1], 'page_index and number of annotations');
    const comments = await t.owner.get(`${target.path}/pages/${moved.id}/comments`);
    same(
      data(comments, object({ comments: list(object({ text })) })).comments.length,
      1,
      'the number of comments',
      comments,
    );
    status(await t.nobody.get(new URL(moved.page_uri, t.connection.base).href), 200);
  });

  check('PAGE-26', 'copy and move need write access in both binders, and every page', async (t) => {
    const { room: source, pages } = await withPdf(t, 2);
    const target = await t.binder();
    const foreign = await t.binder(await t.people.known('conformance-pages-colleague'));
    for (const call of ['copypages', 'movepages']) {
      const body = { source_id: source.id, pages: named(pages) };
      refused(await t.viewer.post(`${target.path}/${call}`, body), 403);
      refused(await t.owner.post(`${foreign.path}/${call}`, body), 403);
      refused(await t.owner.post(`${target.path}/${call}`, { ...body, source_id: foreign.id }), 403);
      const missing = { ...body, pages: [...body.pages, { id: 999_999 }] };
      refused(await t.owner.post(`${target.path}/${call}`, missing), 404);
      refused(await t.owner.post(`${target.path}/${call}`, { ...body, pages: [] }), 400, 'pages');
    }
    refused(await t.owner.post(`${target.path}/movepages`, { source_id: source.id }), 400, 'pages');
    same([await target.pages(), await source.pages()], [[], pages], 'the pages of both binders');
  });
});
