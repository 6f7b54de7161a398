/** Why rules cannot be seen over the network by a caller like this one, by their ids. */
const reasons: [string, string][] = [
  ['ERR-9 LIMIT-4 LIMIT-8 LIMIT-9 LIMIT-11', 'would need a flood of calls'],
  ['ERR-10 ERR-15', 'would need a fault inside of the server'],
  ['ERR-11 ERR-16', 'would need the database to be away'],
  ['AUTH-13', 'would need a client that is bound to an org, and a person with a password'],
  ['HIST-5', 'is about what is stored, and when'],
<<<<<<< HEAD
  ['GDPR-2 GDPR-3', 'would erase people, and is about what is stored'],
=======
  ['HIST-8 HIST-9', 'is about pages, which need a browser and a person'],
>>>>>>> main
  ['TIME-7', 'is about a program and a key'],
  ['TIME-8', 'is about pages, which need a browser and a person'],
  ['TIME-4 TIME-5', 'is about what is stored, and by which process'],
  ['HTTP-31', 'is about a server whose public address is https'],
  ['ERR-19', 'would need the server to run out of open files'],
  ['AUTH-8', 'is about what the server writes into its log'],
  ['AUTH-10', 'is about what the server asks its database'],
  ['UID-3', 'would need a client that is not allowed the grant'],
  ['REFRESH-3', 'would need 30 days'],
  ['FILE-20 LIMIT-3', 'would need an upload of more than 200 MiB'],
  ['TUS-5', 'would need the server to stop between the last byte and the file'],
  ['TUS-9', 'would need weeks, and gigabytes'],
  ['TUS-10', 'would need the server to crash'],
  ['TUS-11', 'is about pages, which need a browser and a person'],
  ['PAGE-30', 'would need 10,000 pages'],
  ['PAGE-40', 'is about what the server renders'],
  ['PAGE-42', 'would need a PDF that lies, and to know how'],
  ['FILE-21 FILE-29', 'is about a process inside of the server'],
  ['FILE-22 FILE-26 FILE-27', 'is about how the server stores bytes'],
  ['LIMIT-6', 'is about the settings of the server'],
  ['IDEM-5', 'would need the server to crash'],
  ['IDEM-10', 'would need ten minutes'],
  ['TOKEN-13', 'needs an admin of the partner, and several processes on one database'],
  ['TOKEN-12', 'would need a request that a proxy in front may refuse by itself'],
  ['ORG-31', 'would need a client of its own with a person who allowed it'],
  ['OPS-4 OPS-8 OPS-9', 'is about what the server writes into its log'],
  [
    'WEB-1 WEB-2 WEB-3 WEB-5 WEB-6 WEB-7 WEB-8 WEB-9 WEB-10',
    'is about pages, which need a browser and a person',
  ],
  ['REACT-1 REACT-2 REACT-3 REACT-4 REACT-5 REACT-6 REACT-7', 'is about a library of others’ pages'],
  ['EXAMPLE-1 EXAMPLE-2 EXAMPLE-3 EXAMPLE-4 EXAMPLE-5', 'is about sites of others'],
  ['SANDBOX-1 SANDBOX-2 SANDBOX-5', 'would move the time of others, or remove what they have'],
  ['SANDBOX-6 SANDBOX-7 SANDBOX-8', 'is about a library that starts a server'],
  ['OPS-16', 'is about commands, which need a shell and the demo of this server'],
  ['OPS-14', 'is about the processor time of the server'],
  ['OPS-5 OPS-10 OPS-11 OPS-12', 'would need the server to be stopped'],
  ['MEMBER-16', 'would need hundreds of invitations'],
  ['MEMBER-17 TX-41', 'would need a mailbox'],
  ['TX-42', 'is about a page, which needs a browser and a person'],
  ['ORG-10 ORG-23', 'is about a server that has not been set up'],
  ['ORG-25 ORG-26', 'would need a person with a password, in a browser'],
  ['ORG-7', 'would need an identity provider, with its certificate'],
  ['ORG-24', 'would change the partner for everybody'],
  [
    'MEET-9 MEET-10 MEET-12 MEET-20 MEET-21 MEET-22 MEET-23 MEET-24 MEET-25 MEET-26 MEET-27 MEET-28 MEET-29 MEET-30 MEET-31 MEET-32',
    'is about media and channels, which need browsers',
  ],
  ['EVENT-13 MEET-11 MEET-19', 'would need a meet that was recorded, with media'],
  ['MEET-18', 'would need an hour'],
  ['EVENT-19', 'would need the server to crash'],
  ['DELIV-1 DELIV-2 DELIV-3 DELIV-6', 'would need an address that the server can reach'],
  ['DELIV-4 DELIV-5 DELIV-7 DELIV-10', 'would need an address that the server can reach, and time'],
  ['DELIV-11 LIMIT-10 LIMIT-12', 'is about several processes'],
  [
    'DELIV-12 DELIV-13 DELIV-14 DELIV-15 DELIV-16 DELIV-17',
    'would need an address that the server can reach',
  ],
  ['PICTURE-2 PICTURE-5 PICTURE-6', 'would need a host in the public internet that answers as told'],
  ['COMPAT-18', 'would need an address that the server can reach'],
  ['COMPAT-5 RT-23', 'would need the root of the host, which a proxy in front may keep from the server'],
  ['LOG-8 RT-14', 'is about several processes'],
  ['RT-10', 'would need the history of a binder to be replaced'],
  ['RT-16', 'would need a WebSocket that reads nothing, which the platform has not'],
  ['RT-17', 'would need the server to be stopped'],
  ['RT-19', 'is about what the server writes into its metrics and its log'],
  ['OPS-7', 'is about the tests of this repository'],
  ['VER-2', 'is about versions that follow each other'],
  ['VER-3 VER-4', 'is about a script in a browser'],
];

/** Groups of rules that are not about what a server answers. */
const groups: Readonly<Record<string, string>> = {
  APP: 'is about pages, which need a browser and a person',
  SECRET: 'is about what the server stores',
  STORE: 'is about what the server stores, and whether it survives',
  RUN: 'is about starting the server',
  CONF: 'is about programs that call the server',
  CLIENT: 'is about a library that calls the server',
  CHAT: 'is about pages, which need a browser and a person',
  CLIP: 'is about what a browser records, which needs one and a person',
  DRAW: 'is about pages, which need a browser and a person',
  SDK: 'is about pages of others, which need a browser and a person',
  VIEW: 'is about pages, which need a browser and a person',
  WORK: 'is about pages, which need a browser and a person',
  STAGE: 'is about channels of meets, which need several people and a browser',
  MEETVIEW: 'is about pages, which need a browser and a person',
  OAUTH: 'would need a person with a password, in a browser',
  CODE: 'would need a person with a password, in a browser',
  SAML: 'would need an identity provider that signs',
  SIGNIN: 'would need a person with a password, in a browser',
};

const byId = new Map(reasons.flatMap(([ids, reason]) => ids.split(' ').map((id) => [id, reason] as const)));

/** The rules that have a reason of their own. */
export const unseenIds: readonly string[] = [...byId.keys()];

/** Why a rule cannot be seen from outside; undefined when it can. */
export function reasonUnobservable(id: string): string | undefined {
  return byId.get(id) ?? groups[id.split('-', 1)[0] ?? ''];
}
