import { unwrap } from '@ringbinder/client';
import { explained } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { lazy } from '../design/states.tsx';
import { binderPath, navigate } from '../router.ts';
import { dialogs as words } from '../strings/en/timeline-dialogs.ts';
import { menus } from '../strings/en/timeline-menus.ts';
import { titleOf } from './card.ts';
import { assignCategory, createCategory, removeCategory, renameCategory } from './category-actions.ts';
import { type AppContext, useApp } from './context.ts';
import { dialog, type TimelineDialog } from './dialog-state.ts';
import { NewDirect } from './new-direct.tsx';

const ExportBinder = lazy(
  () => import('../downloads/download-dialogs.tsx').then((module) => module.ExportBinder),
  'quiet',
);

const OwnData = lazy(
  () => import('../downloads/download-dialogs.tsx').then((module) => module.DownloadOwnData),
  'quiet',
);

export function Dialogs() {
  const { value: asked } = dialog;
  const close = () => {
    dialog.value = undefined;
  };
  if (!asked) return null;
  if (asked.kind === 'new-direct') return <NewDirect close={close} />;
  if (asked.kind === 'own-data') return <OwnData close={close} />;
  if (asked.kind === 'export-binder') return <ExportBinder card={asked.card} close={close} />;
  if (asked.kind === 'leave-binder' || asked.kind === 'remove-binder')
    return <EndBinder asked={asked} close={close} />;
  if (asked.kind === 'remove-category') return <RemoveCategory asked={asked} close={close} />;
  return <Naming asked={asked} close={close} />;
}

type Of<K extends TimelineDialog['kind']> = Extract<TimelineDialog, { kind: K }>;
interface DialogOf<K extends TimelineDialog['kind']> {
  asked: Of<K>;
  close: () => void;
}
type NamingKind = 'new-binder' | 'new-category' | 'rename-category' | 'rename-binder';

function Naming({ asked, close }: DialogOf<NamingKind>) {
  const app = useApp();
  const send = async (values: FormValues) => {
    await name(app, asked, values);
    close();
  };
  const isNew = asked.kind === 'new-binder' || asked.kind === 'new-category';
  return (
    <FormDialog
      title={titleOfNaming(asked)}
      submit={isNew ? words.create : words.rename}
      close={close}
      send={send}
    >
      <Field name="name" label={words.name} value={nameBefore(asked)} required />
      {asked.kind === 'new-binder' && <Field name="description" label={words.description} />}
    </FormDialog>
  );
}

function titleOfNaming(asked: Of<NamingKind>): string {
  switch (asked.kind) {
    case 'new-binder':
      return menus.newBinder;
    case 'new-category':
      return menus.newCategory;
    case 'rename-category':
      return words.renameBinder(asked.category.name);
    case 'rename-binder':
      return words.renameBinder(asked.card.binder.name);
  }
}

function nameBefore(asked: Of<NamingKind>): string {
  if (asked.kind === 'rename-category') return asked.category.name;
  return asked.kind === 'rename-binder' ? asked.card.binder.name : '';
}

/** Throws Refusal. */
async function name(app: AppContext, asked: Of<NamingKind>, values: FormValues): Promise<void> {
  const given = values.get('name');
  switch (asked.kind) {
    case 'new-binder': {
      const params = { path: { user_id: 'me' } };
      const body = { name: given, description: values.get('description') };
      const { id } = await explained(unwrap(app.client.api.POST('/{user_id}/binders', { params, body })));
      navigate(binderPath(app.boot.root, id));
      return;
    }
    case 'new-category': {
      const { id } = await createCategory(app, given);
      if (asked.binderId !== undefined) await assignCategory(app, asked.binderId, id);
      return;
    }
    case 'rename-category':
      await renameCategory(app, asked.category.id, given);
      return;
    case 'rename-binder': {
      const params = { path: { binder_id: asked.card.binder.id } };
      await explained(unwrap(app.client.api.POST('/{binder_id}', { params, body: { name: given } })));
    }
  }
}

function EndBinder({ asked, close }: DialogOf<'leave-binder' | 'remove-binder'>) {
  const { client, boot, route } = useApp();
  const { binder } = asked.card;
  const isLeaving = asked.kind === 'leave-binder';
  const title = titleOf(asked.card, boot.user.name);
  const send = async () => {
    const params = { path: { binder_id: binder.id } };
    const call = isLeaving
      ? unwrap(client.api.POST('/{binder_id}/removeuser', { params, body: { id: boot.user.id } }))
      : unwrap(client.api.DELETE('/{binder_id}', { params }));
    await explained(call as Promise<unknown>);
    close();
    const { value: shown } = route;
    if (shown.page === 'binder' && shown.binderId === binder.id) navigate(boot.root || '/');
  };
  return (
    <FormDialog
      title={isLeaving ? words.leave(title) : words.remove(title)}
      submit={isLeaving ? menus.leave : menus.remove}
      danger
      close={close}
      send={send}
    >
      <p>{isLeaving ? words.leaveAbout : words.removeAbout}</p>
    </FormDialog>
  );
}

function RemoveCategory({ asked: { category }, close }: DialogOf<'remove-category'>) {
  const app = useApp();
  const send = async () => {
    await removeCategory(app, category.id);
    close();
  };
  return (
    <FormDialog
      title={words.removeCategory(category.name)}
      submit={menus.remove}
      danger
      close={close}
      send={send}
    >
      <p>{words.removeCategoryAbout}</p>
    </FormDialog>
  );
}
