import type { Annotation, PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import type { MenuItem } from '../design/menu.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import type { DisplayMode, ModeRequest } from './display-mode.ts';
import { saveOriginal, savePdf } from './downloads.ts';
import type { Place } from './place.ts';
import { printElement, printPage } from './print.ts';

interface MenuOptions {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  place: Place;
  annotations: readonly Annotation[];
  displayMode: DisplayMode;
  requestMode: (mode: ModeRequest['mode']) => void;
  fullScreen: () => void;
  actions: readonly MenuItem[];
}

const OTHERWISE: Readonly<Record<DisplayMode, keyof typeof text.live | undefined>> = {
  frame: 'sheet',
  text: 'sheet',
  stage: 'live',
  editor: undefined,
};

export function menuItems(options: MenuOptions): MenuItem[] {
  const { binder, page, place, annotations, displayMode, requestMode, actions } = options;
  const { live, hasOriginal } = kindOf(page);
  const otherwise = live && OTHERWISE[displayMode];
  const { pages, previousDocument, nextDocument } = place;
  const toDocument = (label: string, to: PageWithoutAnnotations | undefined): MenuItem[] =>
    to && pages.length > 1
      ? [{ label, act: () => binder.navigate(binder.links.page(to.id), 'replace') }]
      : [];
  return [
    ...(otherwise ? [{ label: text.live[otherwise], act: () => requestMode(otherwise) }] : []),
    ...(hasOriginal
      ? [{ label: text.take.original, act: () => void saveOriginal(binder, page, place) }]
      : []),
    {
      label: pages.length > 1 ? text.take.pdfOfOne : text.take.pdf,
      act: () => void savePdf(binder, [page], nameOf(page)),
    },
    ...(pages.length > 1
      ? [
          {
            label: text.take.pdfOfAll(pages.length),
            act: () => void savePdf(binder, pages, place.name),
          },
        ]
      : []),
    {
      label: text.take.print,
      act: () => (displayMode === 'text' ? printNote() : void printPage(binder, page, annotations)),
    },
    { label: text.fullScreen, act: options.fullScreen },
    ...toDocument(text.previousDocument, previousDocument),
    ...toDocument(text.nextDocument, nextDocument),
    ...(actions.length > 0 ? [{ line: true } as const, ...actions] : []),
  ];
}

function printNote(): void {
  const body = document.querySelector('.note-body')?.cloneNode(true);
  if (!(body instanceof HTMLElement)) return;
  body.classList.add('print-page');
  printElement(body, 'margin: 18mm');
}
