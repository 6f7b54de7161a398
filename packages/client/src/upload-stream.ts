import { type Answer, NO_ANSWER } from './browser-request.ts';

export async function sendStream(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const encoded = new Response(form);
  const total = (await encoded.clone().arrayBuffer()).byteLength;
  let sent = 0;
  const counted = encoded.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        onProgress(sent, total);
        controller.enqueue(chunk);
      },
    }),
  );
  const init = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(total),
    },
    body: counted ?? null,
    duplex: 'half',
    signal,
  };
  try {
    const response = await fetch(url, init as RequestInit);
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), text };
  } catch (cause) {
    if (signal.aborted) throw cause;
    return NO_ANSWER;
  }
}
