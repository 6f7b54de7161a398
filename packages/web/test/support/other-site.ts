import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherSite {
  origin: string;
  html: string;
  asked: string[];
  close(): Promise<void>;
}

export async function startOtherSite(): Promise<OtherSite> {
  const server = createServer((request, response) => {
    if (request.url === '/')
      return response.setHeader('content-type', 'text/html; charset=utf-8').end(site.html);
    site.asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: OtherSite = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    html: '',
    asked: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
