import assert from 'node:assert/strict';
import { done, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import type { BinderFixture, Trial } from '../trial.ts';
import type { Page } from '../types.ts';

export async function withPdf(
  t: Trial,
  pages: number,
): Promise<{ fixture: BinderFixture; pages: Page[]; fileId: string }> {
  const fixture = await t.binder();
  const fileId = await fixture.upload(makePdf({ pages, width: 200, height: 100 }), 'a.pdf');
  return { fixture, fileId, pages: await fixture.pages() };
}

export async function drawOn(t: Trial, fixture: BinderFixture, page: { id: number }): Promise<void> {
  const path = `${fixture.path}/pages/${page.id}`;
  status(await t.owner.post(`${path}/comments`, { text: 'a comment' }), 200);
  const svg_tag = '<path d="M0 0L9 9" stroke="#f00"/>';
  done(await t.owner.post(`${path}/annotations`, { client_uuid: 'drawn', svg_tag }));
}

export function firstOf(pages: Page[]): Page {
  const [page] = pages;
  assert.ok(page !== undefined, 'a page');
  return page;
}

export const ids = (pages: { id: number }[]): number[] => pages.map(({ id }) => id);
