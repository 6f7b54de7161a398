import type { File } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { saveBlob } from '../binder/download.ts';
import { toastError } from '../design/toast.tsx';
import type { PageActions } from './actions.ts';

export function useFileDownload(actions: PageActions, file: File) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      saveBlob(await actions.download(file.id), file.name);
    } catch (error) {
      toastError((error as Error).message);
    }
    setIsBusy(false);
  };
  return { isBusy, download };
}
