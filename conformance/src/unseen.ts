/** Why rules cannot be seen over the network by a caller like this one. */
const reasons: [string, string][] = [
  ['ERR-9 LIMIT-4 LIMIT-8', 'would need a flood of calls'],
  ['ERR-10 ERR-15', 'would need a fault inside of the server'],
  ['ERR-11 ERR-16', 'would need the database to be away'],
  ['AUTH-8', 'is about what the server writes into its log'],
  ['AUTH-10', 'is about what the server asks its database'],
  ['UID-3', 'would need a client that is not allowed the grant'],
  ['UID-21', 'would need a user who is disabled, and disabling is not built in this version'],
  [
    'REFRESH-1 REFRESH-2 REFRESH-3 REFRESH-5 REFRESH-6 REFRESH-7',
    'needs a refresh token, which comes of a sign-in in a browser; that is not built in this version',
  ],
  ['FILE-20 LIMIT-3', 'would need an upload of more than 200 MiB'],
  ['FILE-21', 'is about a process inside of the server'],
  ['FILE-22', 'is about how the server stores bytes'],
  ['LIMIT-6', 'is about the settings of the server'],
  ['IDEM-5', 'would need the server to crash'],
  ['SECRET-1 SECRET-2 SECRET-3', 'is about what the server stores'],
  ['CONF-1 CONF-3 CONF-4 CONF-5 CONF-6', 'is about programs that call the server'],
];

/** Groups of rules that are about how a server runs, not about what it answers. */
const inside: [string, string, number][] = [
  ['RUN', 'is about starting the server', 16],
  ['STORE', 'is about what the server stores, and whether it survives', 17],
];

/** The reason by rule id. */
export const unseen: ReadonlyMap<string, string> = new Map([
  ...reasons.flatMap(([ids, reason]) => ids.split(' ').map((id): [string, string] => [id, reason])),
  ...inside.flatMap(([prefix, reason, last]) =>
    Array.from({ length: last }, (_, place): [string, string] => [`${prefix}-${place + 1}`, reason]),
  ),
  ['OPS-4', 'is about what the server writes into its log'],
  ['OPS-5', 'would need the server to be stopped'],
]);
