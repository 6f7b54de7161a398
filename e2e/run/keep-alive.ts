import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  token: string;
  body?: object;
}

export interface Outcome {
  outcome: string;
  headers: IncomingHttpHeaders;
}

export function send(agent: Agent, { method, url, token, body }: Call): Promise<Outcome> {
  return new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ outcome: error.code ?? error.message, headers: {} });
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ outcome: String(response.statusCode), headers: response.headers }));
      response.on('error', failed);
    })
      .on('error', failed)
      .end(text);
  });
}
