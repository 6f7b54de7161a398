// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const meetingQuality = messages('meeting-quality', {
  title: 'Connection details',
  close: 'Close',
  verdict: {
    good: 'Your connection is good.',
    poor: 'Your connection is weak. Video quality may be reduced.',
    bad: 'Your connection is poor. Audio may drop out.',
    unknown: 'Measuring…',
  },
  path: 'Route to the server',
  paths: {
    udp: 'Direct (UDP)',
    tcp: 'TCP (slower when packets are lost)',
    relayUdp: 'Relay (UDP)',
    relayTcp: 'Relay (TCP): a firewall blocks UDP',
    relayTls: 'Relay (TLS): a firewall blocks everything else',
    none: 'None yet',
  },
  roundTrip: 'Round trip',
  loss: 'Lost packets',
  sent: 'You send',
  received: 'You receive',
  frames: (count: number) =>
    forms(count, { one: `${digits(count)} frame per second`, other: `${digits(count)} frames per second` }),
  sources: {
    microphone: 'Voice',
    camera: 'Camera',
    screen: 'Screen',
    screenAudio: 'Screen audio',
  },
  nothing: 'Nothing',
  advice: {
    title: 'What may help',
    near: 'Move closer to the Wi-Fi access point, or use a cable.',
    camera: 'Turn your camera off. Audio needs a twentieth of the bandwidth.',
    others: 'Others on the same connection may be downloading or streaming.',
    firewall: 'Ask your network administrator to allow UDP to this server.',
    device: 'Close other programs. Your computer may be too busy to show this much video.',
    fine: 'No action is needed.',
  },
  columns: {
    who: 'Who',
    what: 'Stream',
    rate: 'Data',
    loss: 'Lost',
    picture: 'Video',
  },
});
