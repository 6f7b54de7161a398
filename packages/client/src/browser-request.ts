declare class BrowserRequest {
  status: number;
  responseText: string;
  upload: { onprogress: (event: { loaded: number; total: number }) => void };
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: FormData | Blob): void;
  abort(): void;
}

/** Undefined in Node. Browsers need it, because `fetch` cannot report upload progress. */
const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest?: typeof BrowserRequest };

export interface Answer {
  status: number;
  header(name: string): string | null;
  text: string;
}

export const NO_ANSWER: Answer = {
  status: 0,
  header: () => null,
  text: '{"code":"RESPONSE_ERROR_SERVICE_UNAVAILABLE","message":"the server did not respond"}',
};

interface Upload {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | Blob;
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

export const sendByRequest =
  XMLHttpRequest &&
  (({ method, url, headers, body, onProgress, signal }: Upload): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // A signal that was aborted during the token request fires no further `abort` event.
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      const end = (settle: () => void) => () => {
        signal.removeEventListener('abort', abort);
        settle();
      };
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = end(() =>
        resolve({
          status: request.status,
          header: (name) => request.getResponseHeader(name),
          text: request.responseText,
        }),
      );
      request.onerror = end(() => resolve(NO_ANSWER));
      request.onabort = end(() => reject(signal.reason));
      signal.addEventListener('abort', abort);
      request.send(body);
    }));

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
