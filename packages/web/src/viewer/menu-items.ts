import type { Annotation, PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import type { MenuItem } from '../design/menu.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import type { DisplayMode, ModeRequest } from './display-mode.ts';
import { saveOriginal, savePdf } from './downloads.ts';
import { printElement, printPage } from './print.ts';

interface MenuOptions {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  pages: readonly PageWithoutAnnotations[];
  annotations: readonly Annotation[];
  displayMode: DisplayMode;
  requestMode: (mode: ModeRequest['mode']) => void;
  fullScreen: () => void;
  actions: readonly MenuItem[];
}

const OTHERWISE: Readonly<Record<DisplayMode, { label: string; mode: ModeRequest['mode'] } | undefined>> = {
  frame: { label: text.live.sheet, mode: 'sheet' },
  text: { label: text.live.sheet, mode: 'sheet' },
  stage: { label: text.live.live, mode: 'live' },
  editor: undefined,
};

export function menuItems(options: MenuOptions): MenuItem[] {
  const { binder, page, pages, annotations, displayMode, requestMode, actions } = options;
  const { live, hasOriginal } = kindOf(page);
  const otherwise = live && OTHERWISE[displayMode];
  const ofFile = page.file_id === '' ? [] : pages.filter(({ file_id }) => file_id === page.file_id);
  return [
    ...(otherwise ? [{ label: otherwise.label, act: () => requestMode(otherwise.mode) }] : []),
    ...(hasOriginal ? [{ label: text.take.original, act: () => void saveOriginal(binder, page) }] : []),
    {
      label: ofFile.length > 1 ? text.take.pdfOfOne : text.take.pdf,
      act: () => void savePdf(binder, [page], nameOf(page)),
    },
    ...(ofFile.length > 1
      ? [
          {
            label: text.take.pdfOfAll(ofFile.length),
            act: () => void savePdf(binder, ofFile, page.original_file_name),
          },
        ]
      : []),
    {
      label: text.take.print,
      act: () => (displayMode === 'text' ? printNote() : void printPage(binder, page, annotations)),
    },
    { label: text.fullScreen, act: options.fullScreen },
    ...(actions.length > 0 ? [{ line: true } as const, ...actions] : []),
  ];
}

function printNote(): void {
  const body = document.querySelector('.note-body')?.cloneNode(true);
  if (!(body instanceof HTMLElement)) return;
  body.classList.add('print-page');
  printElement(body, 'margin: 18mm');
}
