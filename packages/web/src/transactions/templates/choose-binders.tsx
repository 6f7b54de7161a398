import { listAll, type RingbinderClient, unwrap } from '@ringbinder/client';
import { hasParts } from '@ringbinder/protocol/search.ts';
import { useEffect, useState } from 'preact/hooks';
import { useControl } from '../../design/form-dialog.tsx';
import { templateRuns as words } from '../../strings/messages/template-runs.ts';

export interface BinderChoice {
  id: string;
  name: string;
}

const MAX_SHOWN = 50;

interface ChooseBindersProps {
  all: readonly BinderChoice[];
  chosen: ReadonlySet<string>;
  change: (chosen: ReadonlySet<string>) => void;
}

export function ChooseBinders({ all, chosen, change }: ChooseBindersProps) {
  const [query, setQuery] = useState('');
  const { control, reason } = useControl('binders');
  const found = all.filter(({ name }) => hasParts(name, query));
  const set = (ids: readonly string[], isChosen: boolean) => {
    const others = [...chosen].filter((id) => !ids.includes(id));
    change(new Set(isChosen ? [...others, ...ids] : others));
  };
  return (
    <fieldset class="draft-steps draft-observers">
      <legend>{words.binders}</legend>
      <div class="field">
        <label for={control.id}>{words.find}</label>
        <input
          {...control}
          type="search"
          dir="auto"
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {reason}
      </div>
      <p class="muted small" role="status">
        {words.matching(found.length)} · {words.selected(chosen.size)}
        {found.length > MAX_SHOWN && ` · ${words.onlyFirst(MAX_SHOWN)}`}
      </p>
      <ul>
        {found.slice(0, MAX_SHOWN).map(({ id, name }) => (
          <li key={id}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={(event) => set([id], event.currentTarget.checked)}
              />
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <div class="choose-all">
        {found.length > 0 && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() =>
              set(
                found.map(({ id }) => id),
                true,
              )
            }
          >
            {words.selectFound(found.length)}
          </button>
        )}
        {chosen.size > 0 && (
          <button type="button" class="button compact quiet" onClick={() => change(new Set())}>
            {words.clear}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Omits conversations. */
export function useBinders(client: RingbinderClient): readonly BinderChoice[] {
  const [binders, setBinders] = useState<readonly BinderChoice[]>([]);
  useEffect(() => {
    let isThere = true;
    readBinders(client).then(
      (read) => isThere && setBinders(read),
      () => {},
    );
    return () => {
      isThere = false;
    };
  }, []);
  return binders;
}

async function readBinders(client: RingbinderClient): Promise<BinderChoice[]> {
  const load = (cursor: string | undefined) =>
    unwrap(
      client.api.GET('/{user_id}/binders', {
        params: { path: { user_id: 'me' }, query: cursor ? { cursor } : {} },
      }),
    );
  const binders: BinderChoice[] = [];
  for await (const { binder } of listAll(load, 'binders'))
    if (!binder.conversation) binders.push({ id: binder.id, name: binder.name });
  return binders;
}
