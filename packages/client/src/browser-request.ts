export declare class BrowserRequest {
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

/** `fetch` cannot report upload progress. Undefined in Node. */
export const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest?: typeof BrowserRequest };
