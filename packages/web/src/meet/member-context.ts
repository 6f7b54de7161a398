import { computed } from '@preact/signals';
import { errorOf, type RingbinderClient, unwrap } from '@ringbinder/client';
import { joinMeet } from '@ringbinder/client/meet';
import { meetTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import type { MeetContext, MeetModuleEvent, NetworkFinding } from './context.ts';

interface MemberParts {
  client: RingbinderClient;
  binder?: BinderContext | undefined;
  sessionKey: string;
  link?: string | undefined;
  pluginVersion: '2.9.5' | 'latest';
  emit: (event: MeetModuleEvent) => void;
  close?: (() => void) | undefined;
}

export function memberContext({
  client,
  binder,
  sessionKey,
  pluginVersion,
  ...parts
}: MemberParts): MeetContext {
  const meet = computed(() => binder?.state.value?.meets.find((each) => each.session_key === sessionKey));
  const path = { session_key: sessionKey };
  const readStatus = () => unwrap(client.api.GET('/meets/status/{session_key}', { params: { path } }));
  const cancel = async () => {
    // The binder may not be loaded yet.
    const host = meet.value?.host ?? (await readStatus()).host;
    if (host.id !== binder?.me.id) return;
    await client.api.POST('/meets/{session_key}/end', { params: { path, query: { unattended: true } } });
  };
  return {
    sessionKey,
    binder,
    ...parts,
    topic: computed(() => binder && meet.value && meetTitle(meet.value.name, binder)),
    participants: computed(() => meet.value?.participants),
    cancel() {
      // If this request fails, the server still ends a meet that nobody joins.
      cancel().catch(() => undefined);
    },
    readDeclined: async () => (await readStatus()).declined,
    connect: async ({ resume, onResume }) =>
      joinMeet(client, { sessionKey, pluginVersion, onResume, ...(resume === undefined ? {} : { resume }) }),
    examineNetwork: () => examineNetwork(client),
    async makeGuestLink() {
      const { data, error, response } = await client.api.POST('/meets/{session_key}/links', {
        params: { path },
        body: {},
      });
      if (error !== undefined) throw errorOf(response.status, error);
      return data.data.url;
    },
  };
}

interface Doctor {
  checkNetwork(base: string, token: string | undefined): Promise<readonly NetworkFinding[]>;
}

async function examineNetwork(client: RingbinderClient): Promise<readonly NetworkFinding[]> {
  const address = new URL('/sdk/doctor.mjs', location.origin).href;
  const { checkNetwork } = (await import(/* @vite-ignore */ address)) as Doctor;
  return checkNetwork(client.baseUrl, await client.token());
}
