import { makeWav } from '@ringbinder/page-renderer/testing';
import { type FormPart, filePart } from '../../pages/testing/form.ts';

/** The JSON part of a message's form. */
export function payloadPart(json: unknown, type?: string): FormPart {
  const data = typeof json === 'string' || Buffer.isBuffer(json) ? json : JSON.stringify(json);
  return { disposition: '; name="payload"', ...(type === undefined ? {} : { type }), data };
}

export function audioPart(data: Buffer | string = makeWav({ seconds: 1 }), name = 'note.wav'): FormPart {
  return { ...filePart(data, name), disposition: `; name="audio"; filename="${name}"` };
}
