import type { JsonOptions, JsonValue } from '@ringbinder/protocol/embed.ts';
import type { AddedItem, BinderContext } from '../binder/context.ts';
import { flag, group, word } from './options.ts';
import type { EmbedSession } from './session.ts';

export function hostActions(
  session: EmbedSession,
  binder_id: string,
): Pick<BinderContext, 'invite' | 'meet' | 'viewMember' | 'share' | 'addPage'> {
  const extension = group(session.options.peek(), 'extension');
  const dialogs = group(extension, 'show_dialogs');
  // A host page that handles the event shows its own dialog, unless its options request the module's dialog.
  const isLeft = (event: string, dialog: string) => session.hasCallback(event) && !flag(dialogs, dialog);
  const emit = (event: string, detail: JsonOptions) => session.emit(event, { binder_id, ...detail });
  return {
    invite: isLeft('invite_member', 'member_invite') ? () => emit('invite_member', {}) : undefined,
    meet: session.hasCallback('request_meet') ? () => emit('request_meet', {}) : undefined,
    viewMember: session.hasCallback('request_view_member')
      ? (user_id) => emit('request_view_member', { user_id })
      : undefined,
    share: session.hasCallback('share') ? (page_id) => emit('share', { page_id }) : undefined,
    addPage: session.hasCallback('add_page')
      ? addedLines(extension.menus).map(([label, position]) => ({
          label,
          position,
          act: () => emit('add_page', { action: label }),
        }))
      : undefined,
  };
}

/** Reads `menus: [{add_page: [{menu_name, position}]}]`. Items without a position come last. */
function addedLines(menus: JsonValue | undefined): [AddedItem['label'], AddedItem['position']][] {
  return listOf(menus)
    .flatMap((menu) => listOf((menu as JsonOptions | null)?.add_page))
    .flatMap((line) => {
      const { menu_name, position } = (line ?? {}) as JsonOptions;
      const label = word({ menu_name: menu_name ?? null }, 'menu_name');
      const at = Number(position ?? Number.NaN);
      return label === undefined ? [] : [[label, at >= 0 ? at : Number.POSITIVE_INFINITY]];
    });
}

const listOf = (value: JsonValue | undefined): JsonValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
