import { type EngineWebhooks, InvalidWebhook } from '@ringbinder/sfu';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid, invalidToken, notFound, unavailable } from '../../errors.ts';
import { type App, operation, rejectUnsupportedMediaTypes, success } from '../../http/index.ts';
import type { MeetNodes } from './nodes.ts';

const MEDIA_TYPE = 'application/webhook+json';
/** A webhook about a large meet has about 100 kB. */
const MAX_BYTES = 512 * 1024;
const FORWARD_TIMEOUT_MS = 3_000;
/** Marks a webhook from another process, which is not forwarded again. */
const FORWARDED_HEADER = 'x-ringbinder-passed';

const livekitWebhook = operation('Meets', 'receiveLivekitWebhook', {
  summary: 'Receive a webhook of the LiveKit server',
  description:
    'For the LiveKit server that you set as LIVEKIT_URL. In its configuration, add this address to `webhook.urls`, and set `api_key` to LIVEKIT_API_KEY. LiveKit sends the header `Authorization` with a token that signs the body. After each call, Ringbinder reads the state from LiveKit, so a repeated call changes nothing. 401: the token is missing or invalid. 404: LIVEKIT_URL is not set.',
  auth: 'none',
  consumes: [MEDIA_TYPE],
  headers: Type.Object({ authorization: Type.Optional(Type.String({ maxLength: 8_192 })) }),
});

export function livekitRoutes(app: App, env: Environment, nodes: MeetNodes): void {
  /** LiveKit may notify a process that does not own the meet. */
  async function forward(to: string, body: Buffer, authorization: string): Promise<void> {
    await fetch(`${to}${env.basePath}/meets/livekit/webhook`, {
      method: 'POST',
      headers: { 'content-type': MEDIA_TYPE, authorization, [FORWARDED_HEADER]: '1' },
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    }).catch((error) => {
      // After an error, LiveKit sends the webhook again.
      throw unavailable('the process that runs the meet does not respond', 1, error);
    });
  }

  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    rejectUnsupportedMediaTypes(scope, MEDIA_TYPE);
    const schema = { ...livekitWebhook, hide: true };
    const options = { schema, config: { auth: 'none' }, bodyLimit: MAX_BYTES } as const;
    scope.post('/meets/livekit/webhook', options, async (request) => {
      const { webhooks } = env.meetEngine;
      if (webhooks === undefined) throw notFound('webhook', 'livekit');
      const body = request.body;
      if (!Buffer.isBuffer(body)) throw invalid('body', because('required'));
      const authorization = request.headers.authorization ?? '';
      const meet = readWebhook(webhooks, body, authorization);
      const [name, sessionKey] = meet?.split('/') ?? [];
      if (meet === undefined || name !== env.name || sessionKey === undefined) return success({});
      webhooks.look(meet);
      if (request.headers[FORWARDED_HEADER] !== undefined) return success({});
      const other = await nodes.findOther(sessionKey);
      if (other) await forward(other, body, authorization);
      return success({});
    });
  });
}

function readWebhook(webhooks: EngineWebhooks, body: Buffer, authorization: string): string | undefined {
  try {
    return webhooks.read(body, authorization);
  } catch (error) {
    if (error instanceof InvalidWebhook) throw invalidToken(error.message);
    throw error instanceof SyntaxError ? invalid('body', 'is not valid JSON') : error;
  }
}
