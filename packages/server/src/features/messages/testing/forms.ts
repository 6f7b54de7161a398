import assert from 'node:assert/strict';
import { makeWav } from '@ringbinder/page-renderer/testing';
import type { TestService } from '@ringbinder/testkit';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../../pages/testing/form.ts';

export function payloadPart(json: unknown, type?: string): FormPart {
  const data = typeof json === 'string' || Buffer.isBuffer(json) ? json : JSON.stringify(json);
  return { disposition: '; name="payload"', ...(type === undefined ? {} : { type }), data };
}

export async function postWithoutText(
  service: TestService,
  { binderId, token }: { binderId: string; token: string },
  part: FormPart,
): Promise<void> {
  const { status, body } = await service.call('POST', `/${binderId}/messages`, {
    token,
    body: formOf([payloadPart({ message: {} }), part]),
    headers: { 'content-type': FORM_TYPE },
  });
  assert.equal(status, 200, JSON.stringify(body));
}

export function audioPart(data: Buffer | string = makeWav({ seconds: 1 }), name = 'note.wav'): FormPart {
  return { ...filePart(data, name), disposition: `; name="audio"; filename="${name}"` };
}
