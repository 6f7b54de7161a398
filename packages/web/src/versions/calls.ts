import { type operations, unwrap } from '@ringbinder/client';
import type { Page } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { explained } from '../binder/refusal.ts';
import { versions as text } from '../strings/messages/versions.ts';

export type FileVersion =
  operations['listFileVersions']['responses'][200]['content']['application/json']['data']['versions'][number];

export interface Versions {
  /** Lists the newest version first. */
  list: FileVersion[];
  hasMore: boolean;
}

const PATH = '/{binder_id}/pages/{page_id}/versions';

/** Each call may throw a Refusal. */
export function versionCalls({ id: binder_id, client }: BinderContext, page_id: number) {
  const params = { path: { binder_id, page_id } };
  return {
    async list(): Promise<Versions> {
      const { versions, next_cursor } = await explained(unwrap(client.api.GET(PATH, { params })));
      return { list: versions, hasMore: next_cursor !== undefined };
    },

    async replace(file: File): Promise<void> {
      const form = new FormData();
      form.append('file', file);
      const body = { file: file.name };
      const call = client.api.POST(PATH, { params, body, bodySerializer: () => form });
      await explained(unwrap(call), { 412: text.otherType });
    },

    async restore({ file_id }: FileVersion): Promise<void> {
      const path = { binder_id, page_id, file_id };
      await explained(unwrap(client.api.POST(`${PATH}/{file_id}/restore`, { params: { path } })));
    },

    async pagesOf({ file_id, as_of }: FileVersion): Promise<Page[]> {
      const query = { file_id, ...(as_of === undefined ? {} : { as_of }) };
      const call = client.api.GET('/{binder_id}/pages', { params: { path: { binder_id }, query } });
      return (await explained(unwrap(call))).pages;
    },
  };
}

export type VersionCalls = ReturnType<typeof versionCalls>;
