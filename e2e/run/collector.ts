import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: ExportedSpan['attributes'] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

export interface Collector {
  url: string;
  bodies: string[];
  isSilent: boolean;
  spans(): ExportedSpan[];
  resources(): Record<string, unknown>[];
  close(): Promise<void>;
}

export const attributeOf = ({ attributes }: Pick<ExportedSpan, 'attributes'>, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v1/traces') collector.bodies.push(Buffer.concat(chunks).toString());
    if (!collector.isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const requests = () => collector.bodies.map((body) => JSON.parse(body) as ExportRequest);
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    isSilent: false,
    spans: () =>
      requests().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    resources: () =>
      requests().flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource: { attributes } }) =>
          Object.fromEntries(attributes.map(({ key }) => [key, attributeOf({ attributes }, key)])),
        ),
      ),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return collector;
}
