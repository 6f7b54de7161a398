import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatSoon } from '../design/format.ts';
import { toast } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';

interface DropOptions {
  isOn: boolean;
  add: (files: readonly File[]) => void;
}

/** Returns whether files are being dragged over the area. */
export function useFileDrop(area: RefObject<HTMLElement | null>, { isOn, add }: DropOptions): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const { current: element } = area;
    if (!element || !isOn) return;
    const ends = new AbortController();
    const { signal } = ends;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    element.addEventListener('dragenter', over, { signal });
    element.addEventListener('dragover', over, { signal });
    element.addEventListener(
      'dragleave',
      (event) => {
        if (!element.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        const { files, folders } = filesIn(event.dataTransfer);
        if (folders > 0) toast(text.noFolders);
        if (files.length > 0) add(files);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const target = event.target as HTMLElement | null;
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || target?.closest('input, textarea, dialog')) return;
        event.preventDefault();
        add(files.map(withName));
      },
      { signal },
    );
    return () => ends.abort();
  }, [isOn, add]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false; // not shown
}

/** Also counts folders, which browsers list like files but pages cannot read. */
function filesIn(data: DataTransfer | null): { files: File[]; folders: number } {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  const files = items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
  return { files, folders: items.length - files.length };
}

/** Names a pasted picture, because browsers give all of them the same name. */
function withName(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const ending = file.name.split('.').at(-1) ?? '';
  const at = formatSoon(Date.now()).replaceAll(':', '.').replaceAll('/', '-');
  return new File([file], text.pasted(at, ending), { type: file.type });
}
