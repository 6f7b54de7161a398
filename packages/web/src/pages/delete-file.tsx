import type { File } from '@ringbinder/protocol';
import { FormDialog } from '../design/form-dialog.tsx';
import { pages as text } from '../strings/messages/pages.ts';

interface DeleteFileProps {
  file: File;
  remove: () => Promise<void>;
  close: () => void;
}

export function DeleteFile({ file, remove, close }: DeleteFileProps) {
  return (
    <FormDialog
      title={text.deleteFile.title(file.name)}
      submit={text.deleteFile.submit}
      close={close}
      send={async () => {
        await remove();
        close();
      }}
      danger
    >
      <p>{text.deleteFile.about(file.total_pages)}</p>
    </FormDialog>
  );
}
