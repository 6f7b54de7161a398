import { sentences } from './sentences.ts';

/** What Meet says of a connection. */
export const meetQuality = sentences({
  title: 'What is wrong with my connection',
  close: 'Close',
  verdict: {
    good: 'Your connection is good.',
    poor: 'Your connection is weak: pictures may be coarse.',
    bad: 'Your connection is bad: sound may break off.',
    unknown: 'Measuring…',
  },
  path: 'Way to the server',
  paths: {
    udp: 'Direct, by UDP',
    tcp: 'By TCP, which is slower when packets are lost',
    relay_udp: 'By a relay, UDP',
    relay_tcp: 'By a relay, TCP: a firewall lets no UDP through',
    relay_tls: 'By a relay, TLS: a firewall lets nothing else through',
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
  frames: (count: number) => `${Math.round(count)} pictures a second`,
  size: (width: number, height: number) => `${width} × ${height}`,
  sources: { microphone: 'Voice', camera: 'Camera', screen: 'Screen', screen_audio: 'Sound of the screen' },
  nothing: 'Nothing',
  advice: {
    title: 'What may help',
    near: 'Go nearer to the wireless access point, or use a cable.',
    camera: 'Turn your camera off: sound needs a twentieth of it.',
    others: 'Others on the same line may be downloading or watching films.',
    firewall: 'Ask whoever runs your network to let UDP through to this server.',
    device: 'Close other programs: your computer may be too busy to show so many pictures.',
    fine: 'Nothing needs to be done.',
  },
  columns: { who: 'Who', what: 'What', rate: 'Data', loss: 'Lost', picture: 'Picture' },
} as const);
