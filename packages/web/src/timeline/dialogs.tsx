import { unwrap } from '@ringbinder/client';
import { explained } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { lazy } from '../design/states.tsx';
import { binderPath, navigate } from '../router.ts';
import { timelineDialogs as words } from '../strings/messages/timeline-dialogs.ts';
import { timelineMenus as menus } from '../strings/messages/timeline-menus.ts';
import { titleOf } from './card.ts';
import { assignCategory, createCategory, removeCategory, renameCategory } from './category-actions.ts';
import { type AppContext, useApp } from './context.ts';
import { dialog, type TimelineDialog } from './dialog-state.ts';
import { forgetLastBinder } from './last-binder.ts';
import { NewDirect } from './new-direct.tsx';

const ExportBinder = lazy(
  () => import('../downloads/download-dialogs.tsx').then((module) => module.ExportBinder),
  'quiet',
);

const OwnData = lazy(
  () => import('../downloads/download-dialogs.tsx').then((module) => module.DownloadOwnData),
  'quiet',
);

const StatusDialog = lazy(
  () => import('../people/status-dialog.tsx').then((module) => module.StatusDialog),
  'quiet',
);

const DelegationsDialog = lazy(
  () => import('../home/delegations-dialog.tsx').then((module) => module.DelegationsDialog),
  'quiet',
);

const NotificationList = lazy(
  () => import('../notifications/list.tsx').then((module) => module.NotificationList),
  'quiet',
);

const NotificationSettings = lazy(
  () => import('../notifications/settings-dialog.tsx').then((module) => module.NotificationSettingsDialog),
  'quiet',
);

const ForwardDialog = lazy(
  () => import('../later/forward-dialog.tsx').then((module) => module.ForwardDialog),
  'quiet',
);

const ShareDialog = lazy(
  () => import('../install/share-dialog.tsx').then((module) => module.ShareDialog),
  'quiet',
);

const RemindDialog = lazy(
  () => import('../later/remind-dialog.tsx').then((module) => module.RemindDialog),
  'quiet',
);

const PersonCard = lazy(
  () => import('../people/person-card.tsx').then((module) => module.PersonCard),
  'quiet',
);

export function Dialogs() {
  const { value: request } = dialog;
  const close = () => {
    dialog.value = undefined;
  };
  if (!request) return null;
  if (request.kind === 'new-direct') return <NewDirect to={request.to} close={close} />;
  if (request.kind === 'status') return <StatusDialog close={close} />;
  if (request.kind === 'delegations') return <DelegationsDialog close={close} />;
  if (request.kind === 'notifications') return <NotificationList close={close} />;
  if (request.kind === 'notification-settings') return <NotificationSettings close={close} />;
  if (request.kind === 'person')
    return <PersonCard key={request.userId} userId={request.userId} near={request.near} close={close} />;
  if (request.kind === 'forward')
    return <ForwardDialog place={request.place} message={request.message} close={close} />;
  if (request.kind === 'share') return <ShareDialog files={request.files} close={close} />;
  if (request.kind === 'remind') return <RemindDialog place={request.place} close={close} />;
  if (request.kind === 'own-data') return <OwnData close={close} />;
  if (request.kind === 'export-binder') return <ExportBinder card={request.card} close={close} />;
  if (request.kind === 'leave-binder' || request.kind === 'remove-binder')
    return <EndBinder request={request} close={close} />;
  if (request.kind === 'remove-category') return <RemoveCategory request={request} close={close} />;
  return <Naming request={request} close={close} />;
}

type Of<K extends TimelineDialog['kind']> = Extract<TimelineDialog, { kind: K }>;
interface DialogOf<K extends TimelineDialog['kind']> {
  request: Of<K>;
  close: () => void;
}
type NamingKind = 'new-binder' | 'new-category' | 'rename-category' | 'rename-binder';

function Naming({ request, close }: DialogOf<NamingKind>) {
  const app = useApp();
  const send = async (values: FormValues) => {
    await name(app, request, values);
    close();
  };
  const isNew = request.kind === 'new-binder' || request.kind === 'new-category';
  return (
    <FormDialog
      title={titleOfNaming(request)}
      submit={isNew ? words.create : words.rename}
      close={close}
      send={send}
    >
      <Field name="name" label={words.name} value={nameBefore(request)} required />
      {request.kind === 'new-binder' && <Field name="description" label={words.description} />}
    </FormDialog>
  );
}

function titleOfNaming(request: Of<NamingKind>): string {
  switch (request.kind) {
    case 'new-binder':
      return menus.newBinder;
    case 'new-category':
      return menus.newCategory;
    case 'rename-category':
      return words.renameBinder(request.category.name);
    case 'rename-binder':
      return words.renameBinder(request.card.binder.name);
  }
}

function nameBefore(request: Of<NamingKind>): string {
  if (request.kind === 'rename-category') return request.category.name;
  return request.kind === 'rename-binder' ? request.card.binder.name : '';
}

async function name(app: AppContext, request: Of<NamingKind>, values: FormValues): Promise<void> {
  const newName = values.get('name');
  switch (request.kind) {
    case 'new-binder': {
      const params = { path: { user_id: 'me' } };
      const body = { name: newName, description: values.get('description') };
      const { id } = await explained(unwrap(app.client.api.POST('/{user_id}/binders', { params, body })));
      navigate(binderPath(app.boot.root, id));
      return;
    }
    case 'new-category': {
      const { id } = await createCategory(app, newName);
      if (request.binderId !== undefined) await assignCategory(app, request.binderId, id);
      return;
    }
    case 'rename-category':
      await renameCategory(app, request.category.id, newName);
      return;
    case 'rename-binder': {
      const params = { path: { binder_id: request.card.binder.id } };
      await explained(unwrap(app.client.api.POST('/{binder_id}', { params, body: { name: newName } })));
    }
  }
}

function EndBinder({ request, close }: DialogOf<'leave-binder' | 'remove-binder'>) {
  const { client, boot, route } = useApp();
  const { binder } = request.card;
  const isLeaving = request.kind === 'leave-binder';
  const title = titleOf(request.card, boot.user.name);
  const send = async () => {
    const params = { path: { binder_id: binder.id } };
    const call = isLeaving
      ? unwrap(client.api.POST('/{binder_id}/removeuser', { params, body: { id: boot.user.id } }))
      : unwrap(client.api.DELETE('/{binder_id}', { params }));
    await explained(call as Promise<unknown>);
    close();
    forgetLastBinder(binder.id);
    const { value: openRoute } = route;
    if (openRoute.page === 'binder' && openRoute.binderId === binder.id) navigate(`${boot.root}/`);
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

function RemoveCategory({ request: { category }, close }: DialogOf<'remove-category'>) {
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
