import { type Finding, failure, note, warning } from './finding.ts';
import type { CheckContext } from './parts.ts';

interface Facts {
  is_client_known: boolean;
  is_origin_registered: boolean;
  /** The first of the `ancestors` whose origin is not registered. Older servers omit it. */
  unregistered?: string | null;
  is_built: boolean;
  /** Older servers omit it. */
  media?: { engine: 'embedded' | 'livekit'; status: 'ok' | 'unavailable' };
  /** Milliseconds since 1970. */
  time: number;
}

/** The doctor warns above this clock difference. The server rejects token requests whose `timestamp` is more than five minutes off. */
const SKEW_MS = 120_000;

export async function checkServer({ settings, violations }: CheckContext): Promise<Finding[]> {
  const { origin, root, clientId } = settings;
  const query = new URLSearchParams({
    client_id: clientId,
    origin: self.origin,
    ...(location.ancestorOrigins?.length && { ancestors: [...location.ancestorOrigins].join() }),
  });
  const begun = Date.now();
  const facts = await fetch(`${origin}${root}/embed/doctor.json?${query}`, {
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Facts) : undefined))
    .catch(() => undefined);
  if (!facts) {
    if (await violations.refused('connect-src', origin))
      return [
        warning(
          'csp_connect_src',
          `The Content-Security-Policy of this page does not allow ${origin} in connect-src: windows and Service.setup do not work.`,
          `Add ${origin} to connect-src.`,
        ),
      ];
    return [
      failure(
        'server_unreachable',
        `${origin} does not respond like a Ringbinder server.`,
        'Check whether the server runs, whether base_url is right, and whether a browser extension blocks it.',
      ),
    ];
  }
  const skew = Math.round((begun + Date.now()) / 2 - facts.time);
  return [
    ...lookAtClient(facts, clientId),
    ...(facts.media?.status === 'unavailable'
      ? [
          warning(
            'meets_down',
            `Meetings have no audio and video: the media engine of ${origin} (${facts.media.engine}) does not respond.`,
            'Check the server log: it shows why the media process ended, or the response of LiveKit.',
          ),
        ]
      : []),
    ...(Math.abs(skew) > SKEW_MS
      ? [
          warning(
            'clock_skew',
            `The clock of this computer is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the server.`,
            'Synchronise both clocks with NTP. Otherwise times are wrong, and signed requests are rejected.',
          ),
        ]
      : []),
    ...(facts.is_client_known ? await lookAtToken(settings) : []),
  ];
}

function lookAtClient(facts: Facts, clientId: string): Finding[] {
  if (!facts.is_client_known)
    return [
      failure(
        'client_unknown',
        `The client ${clientId} does not exist or is disabled.`,
        'Pass the client_id of a registered client to Service.init, with the mode it is registered in.',
      ),
    ];
  const findings: Finding[] = [];
  const unregistered = facts.is_origin_registered ? facts.unregistered : self.origin;
  if (unregistered)
    findings.push(
      failure(
        'origin_not_registered',
        `Pages of ${unregistered} may not embed modules of client ${clientId}${unregistered === self.origin ? '' : ', and one of them is around this page'}.`,
        `Add ${unregistered} to the origins of the client, in the console or with the admin API.`,
      ),
    );
  if (!facts.is_built)
    findings.push(
      failure(
        'not_built',
        'The pages of the server are not built.',
        'Start it with npm start, which builds them.',
      ),
    );
  return findings;
}

async function lookAtToken({
  origin,
  base,
  clientId,
  accessToken,
  provider,
}: CheckContext['settings']): Promise<Finding[]> {
  if (!accessToken && provider) return [];
  if (!accessToken)
    return [
      note(
        'no_token',
        'Service.init received no access_token, so each call has to pass one.',
        'Have your server get a token for the signed-in person, and pass it to Service.init.',
      ),
    ];
  const answer = await fetch(`${origin}${base}/embed/me?${new URLSearchParams({ client_id: clientId })}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    credentials: 'omit',
  }).catch(() => undefined);
  if (answer?.status === 401)
    return [
      failure(
        'token_ended',
        'The access token has expired, was revoked, or belongs to another server.',
        'Get a new one, and pass invalid_token to Service.init to renew it.',
      ),
    ];
  if (answer?.status === 403)
    return [
      failure(
        'token_of_another_client',
        `The access token was not issued to client ${clientId}.`,
        'Request the token with the client_id that you pass to Service.init.',
      ),
    ];
  return [];
}
