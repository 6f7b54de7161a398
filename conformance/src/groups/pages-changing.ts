import { group } from '../check.ts';
import { data, done, refused, same, status } from '../expect.ts';
import { annotation } from '../resources.ts';
import { list, object, text } from '../shape.ts';
import { drawOn, firstOf, ids, withPdf } from './paged-binder.ts';

const named = (pages: { id: number }[]) => pages.map(({ id }) => ({ id }));

export const pagesChanging = group('pages-changing', (check) => {
  check('PAGE-17 PAGE-20', 'a page is deleted, with write access', async (t) => {
    const { fixture, pages } = await withPdf(t, 2);
    const [first, second] = pages;
    refused(await t.viewer.delete(`${fixture.path}/pages/${first?.id}`), 403);
    refused(await t.viewer.delete(`${fixture.path}/pages?filter=${first?.id}`), 403);
    done(await t.editor.delete(`${fixture.path}/pages/${first?.id}`));
    same(ids(await fixture.pages()), [second?.id], 'the pages that are left');
    refused(await t.editor.delete(`${fixture.path}/pages/${first?.id}`), 404);
  });

  check(
    'PAGE-18 PAGE-19',
    'several pages are deleted, all or none, and never without a filter',
    async (t) => {
      const { fixture, pages } = await withPdf(t, 4);
      const [first, second, third, fourth] = ids(pages);
      refused(await t.owner.delete(`${fixture.path}/pages?filter=${first},999999`), 404);
      refused(await t.owner.delete(`${fixture.path}/pages`), 400, 'filter');
      refused(await t.owner.delete(`${fixture.path}/pages?filter=`), 400, 'filter');
      same(ids(await fixture.pages()), ids(pages), 'the pages after refused calls');
      done(await t.owner.delete(`${fixture.path}/pages?filter=${first},${third}`));
      same(ids(await fixture.pages()), [second, fourth], 'the pages that are left');
    },
  );

  check('PAGE-21', 'the revision of a page grows by one with every change on it', async (t) => {
    const { fixture, pages } = await withPdf(t, 1);
    const { id, revision } = firstOf(pages);
    await drawOn(t, fixture, { id });
    same(
      firstOf(await fixture.pages()).revision,
      revision + 2,
      'the revision after a comment and an annotation',
    );
  });

  check('PAGE-22', 'pages are copied: those named, or all', async (t) => {
    const { fixture: source, pages } = await withPdf(t, 3);
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
    const { fixture: source, pages, fileId } = await withPdf(t, 1);
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
    const { fixture: source, pages } = await withPdf(t, 3);
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
    const { fixture: source, pages } = await withPdf(t, 2);
    const target = await t.binder();
    const foreign = await t.binder(await t.people.known('conformance-pages-changing-colleague'));
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
