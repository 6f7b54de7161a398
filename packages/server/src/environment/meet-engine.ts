import { join } from 'node:path';
import { createEmbeddedEngine, createLivekitEngine, type EngineLog, type MeetEngine } from '@ringbinder/sfu';
import type { Config } from '../config/config.ts';

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

export function createMeetEngine(settings: EngineSettings, log: EngineLog): MeetEngine {
  const { livekitUrl: url, livekitApiKey: key, livekitApiSecret: secret } = settings;
  if (url === '' || key === undefined || secret === undefined) {
    const { meetUdpPort: udpPort, meetRelayedUdpPort: relayedUdpPort } = settings;
    const { meetAnnouncedAddresses: announcedAddresses, meetTurnUrls: turnUrls } = settings;
    return createEmbeddedEngine({ udpPort, relayedUdpPort, announcedAddresses, turnUrls }, log);
  }
  const egress = settings.livekitEgressDir;
  const folders = egress === '' ? undefined : { ours: join(settings.dataDir, 'meet-recordings'), egress };
  return createLivekitEngine({ url, key, secret, folders }, log);
}
