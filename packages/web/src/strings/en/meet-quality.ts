import { sentences } from './sentences.ts';

export const meetQuality = sentences({
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
    relay_udp: 'Relay (UDP)',
    relay_tcp: 'Relay (TCP): a firewall blocks UDP',
    relay_tls: 'Relay (TLS): a firewall blocks everything else',
    none: 'None yet',
  },
  roundTrip: 'Round trip',
  milliseconds: (value: number) => `${Math.round(value)}\u00a0ms`,
  loss: 'Lost packets',
  percent: (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)}\u00a0%`,
  sent: 'You send',
  received: 'You receive',
  bits: (bits: number) =>
    bits >= 1_000_000
      ? `${(bits / 1_000_000).toFixed(1)}\u00a0Mbit/s`
      : `${Math.round(bits / 1000)}\u00a0kbit/s`,
  frames: (count: number) => `${Math.round(count)} frames per second`,
  size: (width: number, height: number) => `${width} × ${height}`,
  sources: { microphone: 'Voice', camera: 'Camera', screen: 'Screen', screen_audio: 'Screen audio' },
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
  columns: { who: 'Who', what: 'Stream', rate: 'Data', loss: 'Lost', picture: 'Video' },
} as const);
