import { toast } from '../design/toast.tsx';
import { ChooseBinder } from '../later/choose-binder.tsx';
import { uploadsOf } from '../pages/uploads.ts';
import { binderPath, navigate } from '../router.ts';
import { install as words } from '../strings/messages/install.ts';
import { pages } from '../strings/messages/pages.ts';
import { namesOf } from '../strings/names.ts';
import { useApp } from '../timeline/context.ts';
import { sharedFiles } from './shared-files.ts';

export function ShareDialog({ files, close }: { files: readonly File[]; close: () => void }) {
  const { client, boot } = useApp();
  const end = () => {
    close();
    void sharedFiles(boot.root)
      .remove()
      .catch(() => undefined);
  };
  const about = (
    <p class="muted" dir="auto">
      {namesOf(files.map(({ name }) => name))}
    </p>
  );
  return (
    <ChooseBinder
      title={words.share}
      about={about}
      close={end}
      choose={({ binder: { id } }) => {
        end();
        navigate(binderPath(boot.root, id, 'pages'));
        uploadsOf({ client, me: boot.user }, id).add(files, (_fileId, file) =>
          toast(pages.uploaded(file.name)),
        );
      }}
    />
  );
}
