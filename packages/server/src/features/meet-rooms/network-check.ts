import { randomBytes } from 'node:crypto';
import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { invalid, unavailable } from '../../errors.ts';
import { type App, callerOf, createCallLimit, success } from '../../http/index.ts';
import { iceServersFor } from './ice-servers.ts';

/** Per person. */
const MAX_CHECKS_PER_MINUTE = 12;
const MAX_CHECKS = 100;
const CHECK_MS = 15_000;
/** An engine usually starts in one or two seconds. */
const START_MS = 6_000;
const ANSWER_MS = 4_000;
/** The list of candidates is complete if no new one arrives for this time. */
const QUIET_MS = 250;
const CREDENTIAL_SECONDS = 5 * 60;

interface NetworkPath {
  candidate: string;
  mid: string;
  is_relayed: boolean;
}
type CheckResult = { answer: string; candidates: NetworkPath[] };

export function networkCheckRoutes(app: App, env: Environment): void {
  const limit = createCallLimit('checks of the network', MAX_CHECKS_PER_MINUTE, env.redis);
  let openChecks = 0;

  const schema = {
    hide: true,
    body: Type.Object({ sdp: Type.String({ minLength: 1, maxLength: 16_384 }) }),
  } as const;
  app.post('/meets/network', { schema }, async (request, reply) => {
    const { userId } = callerOf(request);
    await limit.take(userId, reply);
    reply.header('cache-control', 'no-store');
    const participant = `N${randomBytes(9).toString('base64url')}`;
    const { meetEngine: engine } = env;
    const ice_servers = iceServersFor(env.config, participant, env.clock.now(), CREDENTIAL_SECONDS);
    const common = { ice_servers, engine: engine.kind };
    if (engine.kind !== 'embedded') return success({ ...common, answer: null, candidates: [] });
    if (openChecks >= MAX_CHECKS)
      throw unavailable('too many networks are being checked: try again in a few seconds', 15);
    openChecks++;
    setTimeout(() => openChecks--, CHECK_MS).unref();
    const place = { meet: `${env.name}/network ${participant}`, participant };
    return success({ ...common, ...(await connect(engine, place, request.body.sdp)) });
  });
}

async function connect(
  engine: MeetEngine,
  place: { meet: string; participant: string },
  sdp: string,
): Promise<CheckResult> {
  await startEngine(engine);
  const candidates: NetworkPath[] = [];
  const settled = Promise.withResolvers<CheckResult>();
  let answer: string | undefined;
  let timer = setTimeout(
    () => settled.reject(unavailable('the media engine does not respond: try again in a few seconds', 5)),
    ANSWER_MS,
  );
  const onEvent = (event: EngineEvent): void => {
    if (!('participant' in event) || event.meet !== place.meet) return;
    if (event.type === 'refused') settled.reject(invalid('sdp', event.message));
    if (event.type === 'answer') answer = event.sdp;
    if (event.type === 'candidate')
      candidates.push({ candidate: event.candidate, mid: event.mid, is_relayed: event.isRelayed });
    if (answer === undefined || candidates.length === 0) return;
    const result = { answer, candidates };
    clearTimeout(timer);
    timer = setTimeout(() => settled.resolve(result), QUIET_MS);
  };
  const unsubscribe = engine.onEvent(onEvent);
  const leave = () => engine.send({ type: 'leave', ...place });
  engine.send({ type: 'join', ...place });
  engine.send({ type: 'offer', ...place, id: 1, connection: 'p1', source: 'microphone', sdp });
  try {
    const result = await settled.promise;
    setTimeout(leave, CHECK_MS).unref();
    return result;
  } catch (error) {
    leave();
    throw error;
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}

async function startEngine(engine: MeetEngine): Promise<void> {
  engine.start();
  if (engine.isRunning) return;
  const running = Promise.withResolvers<void>();
  const unwatch = engine.onRunning((isRunning) => isRunning && running.resolve());
  const timer = setTimeout(
    () => running.reject(unavailable('the media engine has not started: try again in a few seconds', 5)),
    START_MS,
  );
  try {
    await running.promise;
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}
