import { unwrap } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isOwner } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { dueTimeOf } from '../design/due-state.ts';
import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { lazy } from '../design/states.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { withTexts } from '../strings/language.ts';
import { receipts } from '../strings/messages/receipts.ts';
import { templateSaving as saving } from '../strings/messages/template-saving.ts';
import { transactionForm as form } from '../strings/messages/transaction-form.ts';
import { transactionPage as text } from '../strings/messages/transaction-page.ts';
import { DueFields, readDueFields } from './due-fields.tsx';
import { canReopen } from './progress.ts';
import type { saveReceipt as SaveReceipt } from './receipt.ts';
import { canBeTemplate } from './templates/from-transaction.ts';

const SaveTemplate = lazy(
  () => import('./templates/save-template.tsx').then((module) => module.SaveTemplate),
  'quiet',
);

interface MenuProps {
  binder: BinderContext;
  transaction: Transaction;
}

type DialogName = 'rename' | 'due' | 'delete' | 'template';
const ONE = '/{binder_id}/transactions/{transaction_id}';

export function TransactionMenu({ binder, transaction }: MenuProps) {
  const [at, setAt] = useState<{ x: number; y: number }>();
  const [dialog, setDialog] = useState<DialogName>();
  const items = itemsOf(binder, transaction, setDialog);
  if (items.length === 0) return null;
  const open = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect();
    setAt({ x: left, y: bottom + 4 });
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <button
        type="button"
        class="button compact quiet"
        aria-haspopup="menu"
        aria-label={text.actionsOf(transaction.title)}
        onClick={(event) => open(event.currentTarget)}
      >
        <Glyph name="more" />
      </button>
      {at && (
        <Menu
          label={text.actionsOf(transaction.title)}
          items={items}
          at={at}
          close={() => setAt(undefined)}
        />
      )}
      {dialog === 'rename' && <Rename binder={binder} transaction={transaction} close={close} />}
      {dialog === 'due' && <ChangeDueTime binder={binder} transaction={transaction} close={close} />}
      {dialog === 'template' && <SaveTemplate binder={binder} transaction={transaction} close={close} />}
      {dialog === 'delete' && <Delete binder={binder} transaction={transaction} close={close} />}
    </>
  );
}

function itemsOf(
  binder: BinderContext,
  transaction: Transaction,
  setDialog: (name: DialogName) => void,
): MenuItem[] {
  const { me, state, canWrite, links } = binder;
  const { id, is_active, outcome, creator } = transaction;
  const items: MenuItem[] = [];
  if (outcome !== undefined)
    for (const format of ['html', 'pdf'] as const)
      items.push({
        label: receipts[format],
        icon: <Glyph name="download" />,
        act: () => void downloadReceipt(binder, transaction, format),
      });
  const audit = links.audit?.(id);
  if (audit !== undefined)
    items.push({ label: receipts.audit, icon: <Glyph name="document" />, act: () => binder.navigate(audit) });
  if (me.is_admin && canBeTemplate(transaction))
    items.push({ label: saving.save, icon: <Glyph name="note" />, act: () => setDialog('template') });
  if (!canWrite.value || (creator.id !== me.id && !isOwner(state.value, me.id))) return items;
  const canStop = outcome === undefined && is_active;
  const canOpen = outcome === undefined ? !is_active : canReopen(transaction);
  if (items.length > 0) items.push({ line: true });
  items.push({ label: text.rename, icon: <Glyph name="edit" />, act: () => setDialog('rename') });
  if (outcome === undefined)
    items.push({ label: text.due, icon: <Glyph name="calendar" />, act: () => setDialog('due') });
  if (canStop || canOpen)
    items.push({
      label: canStop ? text.stop : text.reopen,
      icon: <Glyph name={canStop ? 'stop' : 'confirm'} />,
      act: () => void setActive(binder, transaction, !canStop),
    });
  items.push({
    label: text.delete,
    icon: <Glyph name="trash" />,
    danger: true,
    act: () => setDialog('delete'),
  });
  return items;
}

async function downloadReceipt(...of: Parameters<typeof SaveReceipt>): Promise<void> {
  try {
    const { saveReceipt } = await withTexts(import('./receipt.ts'));
    await saveReceipt(...of);
  } catch {
    toastError(receipts.failed);
  }
}

const paramsOf = (binder: BinderContext, { id }: Transaction) => ({
  path: { binder_id: binder.id, transaction_id: id },
});

interface Change {
  title?: string;
  is_active?: boolean;
  due_time?: number | null;
  due_day?: string | null;
  reminders?: number[];
}

function change(binder: BinderContext, transaction: Transaction, body: Change) {
  const params = paramsOf(binder, transaction);
  return explained(unwrap(binder.client.api.POST(ONE, { params, body })));
}

async function setActive(binder: BinderContext, transaction: Transaction, isActive: boolean): Promise<void> {
  try {
    await change(binder, transaction, { is_active: isActive });
    toast(isActive ? text.reopened : text.stopped);
  } catch (error) {
    toastError((error as Error).message);
  }
}

interface DialogProps extends MenuProps {
  close: () => void;
}

function Rename({ binder, transaction, close }: DialogProps) {
  return (
    <FormDialog
      title={text.renameTitle}
      submit={text.save}
      close={close}
      send={async (values) => {
        await change(binder, transaction, { title: values.get('title') });
        close();
      }}
    >
      <Field label={form.title} name="title" value={transaction.title} required />
    </FormDialog>
  );
}

function ChangeDueTime({ binder, transaction, close }: DialogProps) {
  return (
    <FormDialog
      title={text.dueTitle}
      submit={text.save}
      close={close}
      send={async (values) => {
        await change(binder, transaction, { due_time: null, due_day: null, ...readDueFields(values) });
        close();
      }}
    >
      <DueFields dueTime={dueTimeOf(transaction)} reminders={transaction.reminders} />
      <p class="hint">{text.dueHint}</p>
    </FormDialog>
  );
}

function Delete({ binder, transaction, close }: DialogProps) {
  return (
    <FormDialog
      title={text.deleteTitle}
      submit={text.delete}
      danger
      close={close}
      send={async () => {
        const params = paramsOf(binder, transaction);
        await explained(unwrap(binder.client.api.DELETE(ONE, { params })));
        close();
        binder.navigate(binder.links.section('transactions'));
      }}
    >
      <p>{text.deleteConsequence}</p>
    </FormDialog>
  );
}
