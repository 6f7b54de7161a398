import { errorOf, type RingbinderClient, RingbinderError } from '@ringbinder/client';

interface ReceiveOptions {
  signal: AbortSignal;
  /** Told of the bytes that have come, out of all. */
  onProgress: (received: number, total: number) => void;
}

/**
 * Receives what a path of the API gives, as the signed-in user. By XMLHttpRequest: it tells of progress, and browsers keep
 * what comes on the disk when it is large, which they do not for a stream that a page reads. Throws RingbinderError, and
 * what `signal` was aborted with.
 */
export async function receiveBlob(
  client: Pick<RingbinderClient, 'baseUrl' | 'token'>,
  path: string,
  { signal, onProgress }: ReceiveOptions,
): Promise<Blob> {
  const token = await client.token();
  const { status, response } = await new Promise<{ status: number; response: Blob | null }>(
    (resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open('GET', `${client.baseUrl}/${path}`);
      request.responseType = 'blob';
      request.setRequestHeader('authorization', `Bearer ${token}`);
      request.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () => resolve(request);
      request.onerror = () => resolve({ status: 0, response: null });
      request.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => request.abort());
      request.send();
    },
  );
  if (status === 200 && response) return response;
  // Who shows it has a sentence for no answer.
  if (!response) throw new RingbinderError('', { status, code: '' });
  const body: unknown = JSON.parse(await response.text().catch(() => 'null'));
  throw errorOf(status, body);
}
