import autocannon from 'autocannon';

export type LoadRequest = Pick<
  autocannon.Request,
  'method' | 'path' | 'headers' | 'body' | 'setupRequest' | 'onResponse'
>;

export interface ClosedLoop {
  clients: number;
  milliseconds: number;
}

export interface HttpLoad extends ClosedLoop {
  port: number;
  requestOf(client: number): LoadRequest;
}

export interface LoadResult {
  completed: number;
  seconds: number;
}

const SAMPLE_MS = 50;
let maxShare = 0;

/** Largest fraction of a core that a load generator used. Near 1, the generator limited the figures. */
export const maxCoreShare = (): number => maxShare;

export async function recordCoreShare(run: () => Promise<LoadResult>): Promise<LoadResult> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  maxShare = Math.max(maxShare, (user + system) / 1e6 / result.seconds);
  return result;
}

export function httpLoad({ port, clients, milliseconds, requestOf }: HttpLoad): Promise<LoadResult> {
  let client = 0;
  return recordCoreShare(async () => {
    const result = await autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: clients,
      duration: milliseconds / 1_000,
      sampleInt: SAMPLE_MS,
      setupClient: (each) => each.setRequests([requestOf(client++)]),
    } as autocannon.Options);
    if (result.non2xx + result.errors > 0)
      throw new Error(
        `the load failed: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`,
      );
    return { completed: result['2xx'], seconds: result.duration };
  });
}

export function roundRobin(requests: readonly LoadRequest[]): (client: number) => LoadRequest {
  return (client) => ({ ...requests[client % requests.length] });
}

export function refreshRequest(path: string, form: string, firstToken: string): LoadRequest {
  let token = firstToken;
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    setupRequest: (request) => ({ ...request, body: `${form}&refresh_token=${token}` }),
    onResponse: (_status, body) => {
      token = (JSON.parse(body) as { refresh_token: string }).refresh_token;
    },
  };
}

export async function perSecond(load: Promise<LoadResult>): Promise<number> {
  const { completed, seconds } = await load;
  return completed / seconds;
}
