import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import { openSocket, type RealtimeClient, type TestService } from '@ringbinder/testkit';

type FrameOf<T extends MeetServerFrame['type']> = Extract<MeetServerFrame, { type: T }>;

export interface MeetClient extends Pick<RealtimeClient, 'sendRaw' | 'closed' | 'cut'> {
  frames: MeetServerFrame[];
  send(frame: MeetClientFrame): void;
  take<T extends MeetServerFrame['type']>(
    type: T,
    fits?: (frame: FrameOf<T>) => boolean,
  ): Promise<FrameOf<T>>;
  host(action: string, participantId?: string): Promise<string>;
}

let nextId = 1;

export async function openMeet(service: TestService, sessionKey: string): Promise<MeetClient> {
  const socket = await openSocket(service, `/meets/${sessionKey}/channel`);
  const client = socket as unknown as MeetClient;
  return Object.assign(client, {
    async host(action: string, participantId?: string) {
      const id = nextId++;
      const about = participantId === undefined ? {} : { participant_id: participantId };
      client.send({ type: 'host', id, action, ...about } as MeetClientFrame);
      return Promise.any([
        client.take('done', (frame) => frame.id === id).then(() => 'done'),
        client.take('refused', (frame) => frame.id === id).then(({ code }) => code),
      ]);
    },
  });
}

export async function hello(
  service: TestService,
  sessionKey: string,
  token: string,
  resume?: string,
): Promise<MeetClient> {
  const client = await openMeet(service, sessionKey);
  client.send({ type: 'hello', version: 1, token, ...(resume === undefined ? {} : { resume }) });
  return client;
}

export async function enter(service: TestService, sessionKey: string, token: string, resume?: string) {
  const client = await hello(service, sessionKey, token, resume);
  const welcome = await client.take('welcome');
  return { client, welcome, id: welcome.participant_id };
}
