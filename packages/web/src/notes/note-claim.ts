import { type ReadonlySignal, signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';

export interface Editor {
  id: string;
  name: string;
}

interface Signal {
  is_over?: boolean | undefined;
  is_request?: boolean | undefined;
  base_file_id?: string | undefined;
}

/** `unknown` until the first response or signal. */
export type ClaimHolder = 'unknown' | 'mine' | 'nobody' | Editor;

/** The server ends a claim after this time, unless typing renews it. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
/** The signal is repeated, because signals may be lost and readers may join later. */
const SIGNAL_MS = 5_000;
const SIGNAL_EXPIRY_MS = 20_000;
/** The server may still know a claim whose tab is gone. */
const RETRY_MS = 5_000;

export interface NoteClaim {
  readonly holder: ReadonlySignal<ClaimHolder>;
  readonly asking: ReadonlySignal<Editor | undefined>;
  readonly hasAsked: ReadonlySignal<boolean>;
  /** @param replaces true to take over from another tab of the user */
  claim(replaces?: boolean): Promise<void>;
  /** Called on each change. Renews the claim at most once per RENEW_MS. */
  type(): void;
  /** Milliseconds since the last change, or since another person asked for the note. */
  idleTime(): number;
  ask(): void;
  refuse(): void;
  release(): void;
  close(): void;
}

export function followClaim(binder: BinderContext, pageId: number): NoteClaim {
  const { id: binder_id, channel, client, me } = binder;
  const holder = signal<ClaimHolder>('unknown');
  const asking = signal<Editor>();
  const hasAsked = signal(false);
  const client_uuid = crypto.randomUUID();
  const params = { path: { binder_id, page_id: pageId } };
  let renewedAt = 0;
  let activeAt = 0;
  let isClosed = false;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  // The user's tabs share a connection, over which they do not receive each other's signals.
  const tabs = new BroadcastChannel(`ringbinder-note:${me.id}:${binder_id}:${pageId}`);
  tabs.onmessage = ({ data }) => receive(me, data as Signal);

  const publish = (data: { is_over?: boolean; is_request?: boolean }) =>
    channel.publish({ binder_id, kind: 'editing', data: { page_id: pageId, ...data } });

  function announce(): void {
    tabs.postMessage({});
    publish({});
  }

  function receive({ id, name }: Editor, data: Signal): void {
    const { value: current } = holder;
    if (data.is_request) {
      if (current !== 'mine') return;
      activeAt = Date.now();
      asking.value = { id, name };
    } else if (!data.is_over) {
      // Ask the server, because the signal may be older than this tab's claim.
      if (current === 'mine') {
        if (data.base_file_id === undefined) void claim();
      } else setHolder({ id, name }, SIGNAL_EXPIRY_MS);
    } else if (typeof current === 'object' && current.id === id) onFree();
  }

  function setHolder(next: ClaimHolder, expiresAfter = LEASE_MS): void {
    clearTimeout(expiry);
    holder.value = next;
    if (next !== 'mine') asking.value = undefined;
    if (typeof next === 'object') expiry = setTimeout(onFree, expiresAfter);
  }

  function onFree(): void {
    const { value: current } = holder;
    if (!hasAsked.peek() || typeof current !== 'object') setHolder('nobody');
    else {
      setHolder(current, RETRY_MS);
      void claim();
    }
  }

  async function claim(replaces = false): Promise<void> {
    renewedAt = Date.now();
    try {
      const body = { client_uuid, replaces };
      const found = await unwrap(client.api.POST('/{binder_id}/pages/{page_id}/editor', { params, body }));
      if (isClosed) return release();
      if (!found.is_mine) return setHolder(found.user, hasAsked.peek() ? RETRY_MS : LEASE_MS);
      hasAsked.value = false;
      setHolder('mine');
      announce();
    } catch {
      // Allow offline edits, because they can be merged later.
      if (!isClosed && holder.peek() === 'unknown') setHolder('mine');
    }
  }

  function release(): void {
    if (holder.peek() !== 'mine' && !isClosed) return;
    setHolder('nobody');
    if (!isClosed) tabs.postMessage({ is_over: true });
    const query = { client_uuid };
    const options = { params: { ...params, query }, keepalive: true };
    unwrap(client.api.DELETE('/{binder_id}/pages/{page_id}/editor', options)).then(
      () => publish({ is_over: true }),
      () => undefined,
    );
  }

  const signals = setInterval(() => {
    if (holder.peek() === 'mine' && Date.now() - renewedAt < LEASE_MS) announce();
  }, SIGNAL_MS);
  const stops = [
    () => clearInterval(signals),
    () => tabs.close(),
    channel.onEphemeral(({ binder_id: from, kind, user, data }) => {
      if (from === binder_id && kind === 'editing' && data.page_id === pageId) receive(user, data);
    }),
    channel.onState(({ status }) => {
      if (status === 'online' && holder.peek() === 'mine') void claim();
    }),
  ];
  return {
    holder,
    asking,
    hasAsked,
    claim,
    type() {
      activeAt = Date.now();
      if (Date.now() - renewedAt > RENEW_MS) void claim();
    },
    idleTime: () => Date.now() - activeAt,
    ask() {
      hasAsked.value = publish({ is_request: true });
      const { value: current } = holder;
      if (typeof current === 'object') setHolder(current, RETRY_MS);
    },
    refuse() {
      asking.value = undefined;
    },
    release,
    close() {
      clearTimeout(expiry);
      release();
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}
