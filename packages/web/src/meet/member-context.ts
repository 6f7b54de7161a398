import { computed } from '@preact/signals';
import { errorOf, type RingbinderClient } from '@ringbinder/client';
import { joinMeet } from '@ringbinder/client/meet';
import { meetTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import type { MeetContext, MeetModuleEvent, NetworkFinding } from './context.ts';

interface MemberParts {
  client: RingbinderClient;
  binder?: BinderContext | undefined;
  sessionKey: string;
  link?: string | undefined;
  /** Only `latest` has remote control. */
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
  return {
    sessionKey,
    binder,
    ...parts,
    topic: computed(() => binder && meet.value && meetTitle(meet.value.name, binder)),
    cancel() {
      if (binder === undefined || meet.value?.host.id !== binder.me.id) return;
      const params = { path: { session_key: sessionKey }, query: { unattended: true } };
      // Otherwise the server ends a meet that nobody joins.
      client.api.POST('/meets/{session_key}/end', { params }).catch(() => undefined);
    },
    connect: async ({ resume, onResume }) =>
      joinMeet(client, { sessionKey, pluginVersion, onResume, ...(resume === undefined ? {} : { resume }) }),
    examineNetwork: () => examineNetwork(client),
    async makeGuestLink() {
      const params = { path: { session_key: sessionKey } };
      const { data, error, response } = await client.api.POST('/meets/{session_key}/links', {
        params,
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
