import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import type { BinderState, ReplicaChange } from '@ringbinder/client';
import type { RealtimeEntry } from '@ringbinder/protocol';
import { test } from 'vitest';
import type { BinderContext } from '../binder/context.ts';
import { followAnnotations } from './page-annotations.ts';

const PAGE = 7;
const entry = { kind: 'page_annotated', actor: { id: 'me' }, body: { page_id: PAGE, client_uuid: 'a' } };

test('[DRAW-9] a change of one’s own is not shown over what others did since, though the log told of it before its answer', async () => {
  const annotation = (svg_tag: string) => ({ client_uuid: 'a', svg_tag, created_time: 1 });
  const stateOf = (svg_tag: string) => ({ annotations: { [PAGE]: [annotation(svg_tag)] } }) as never;
  const state = signal<BinderState | undefined>(stateOf('<g/>'));
  let emitChange: (change: ReplicaChange) => void = () => undefined;
  const answered = Promise.withResolvers<{ response: { ok: boolean } }>();
  const binder = {
    id: 'B',
    me: { id: 'me' },
    state,
    connection: signal({ status: 'online' }),
    client: { api: { POST: () => answered.promise } },
    replica: {
      onChange(listener: typeof emitChange) {
        emitChange = listener;
        return () => undefined;
      },
    },
  } as unknown as BinderContext;
  const annotations = followAnnotations(binder, PAGE, { onRefused: assert.fail });
  annotations.put('a', '<g>mine</g>');
  assert.equal(annotations.markupOf('a'), '<g>mine</g>');
  state.value = stateOf('<g>mine</g>');
  emitChange({ type: 'entries', entries: [entry as unknown as RealtimeEntry] } as unknown as ReplicaChange);
  answered.resolve({ response: { ok: true } });
  await new Promise(setImmediate);
  state.value = stateOf('<g>theirs</g>');
  assert.equal(annotations.markupOf('a'), '<g>theirs</g>');
});
