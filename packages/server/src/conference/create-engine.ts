import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import type { EngineLog, MeetEngine } from './engine.ts';
import { createLivekitEngine } from './livekit/engine.ts';

/** The settings by which an engine is chosen and made. */
export type EngineSettings = Pick<
  Config,
  | 'dataDir'
  | 'meetUdpPort'
  | 'meetRelayedUdpPort'
  | 'meetTurnUrls'
  | 'meetAnnouncedAddresses'
  | 'livekitUrl'
  | 'livekitApiKey'
  | 'livekitApiSecret'
  | 'livekitEgressDir'
>;

/** The engine that the settings ask for: LiveKit where its address is set, otherwise the one that comes along. */
export function createMeetEngine(settings: EngineSettings, log: EngineLog): MeetEngine {
  const { livekitUrl: url, livekitApiKey: key, livekitApiSecret: secret } = settings;
  if (url === '' || key === undefined || secret === undefined) return createEmbeddedEngine(settings, log);
  const egress = settings.livekitEgressDir;
  const folders = egress === '' ? undefined : { ours: join(settings.dataDir, 'meet-recordings'), egress };
  return createLivekitEngine({ url, key, secret, folders }, log);
}
