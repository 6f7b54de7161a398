import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Answer, type CreatedUser, fileForm, type TestService } from '@ringbinder/testkit';
import type { Workflow } from './workflow.ts';

const PDF = makePdf({ pages: 2 });

export interface Upload {
  request?: string;
  content?: string | Uint8Array<ArrayBuffer>;
  name?: string;
  headers?: Record<string, string>;
}

export function deliverFile(
  { call }: Pick<TestService, 'call'>,
  workflow: Pick<Workflow, 'path'>,
  { id, steps }: { id: number; steps: (number | undefined)[] },
  { token }: CreatedUser,
  { request = 'passport', content = new Uint8Array(PDF), name = 'scan.pdf', headers = {} }: Upload = {},
): Promise<Answer> {
  const path = `${workflow.path(id, steps[0] ?? 0)}/files?file_request=${request}`;
  return call('POST', path, { token, body: fileForm(content, name), headers });
}
