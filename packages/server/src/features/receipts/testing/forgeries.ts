const SHEET = '<link rel="stylesheet" href="data:text/css,h1{display:none}">';
const allowingStyles = (html: string) => html.replace(/style-src '[^']*'/, `style-src 'unsafe-inline' data:`);
const shadowOf = (mode: string) =>
  `<template shadowrootmode="${mode}"><h1>Loan 4712</h1><slot></slot></template>`;

export const forgeries: readonly [name: string, change: (html: string) => string][] = [
  ['the title', (html) => html.replace('<h1>Loan 4711', '<h1>Loan 4712')],
  ['the title of the tab', (html) => html.replace('<title>Loan', '<title>Lean')],
  ['a name', (html) => html.replace(/<li data-status="completed"><strong>/, '$&x')],
  ['when', (html) => html.replace(/datetime="2/, 'datetime="3')],
  ['a hash of a document that is shown', (html) => html.replace(/<code>[0-9a-f]/, '<code>x')],
  ['something that lies over the page', (html) => html.replace('<main>', '<p>All good</p><main>')],
  ['the style', (html) => html.replace('</style>', 'h1 { display: none; }</style>')],
  [
    'a style of somebody else',
    (html) => html.replace('</head>', '<style>h1 { display: none; }</style></head>'),
  ],
  ['a sheet of somebody else', (html) => html.replace('</head>', `${SHEET}</head>`)],
  ['a sheet that the policy allows', (html) => allowingStyles(html).replace('</head>', `${SHEET}</head>`)],
  ['a sheet at the end', (html) => allowingStyles(html).replace('</html>', `</html>${SHEET}`)],
  ['the style of the body', (html) => allowingStyles(html).replace('<body>', '<body style="opacity: 0.5">')],
  ['the style of the page', (html) => allowingStyles(html).replace('<html ', '<html style="zoom: 3" ')],
  ['an attribute of the page', (html) => html.replace('<html lang="en">', '<html lang="en" hidden>')],
  ['the policy', allowingStyles],
  ['a style in the result', (html) => html.replace('role="status"', 'role="status" style="top: 1px"')],
  ['the doctype', (html) => html.replace('<!doctype html>', '')],
  ['a remark before it', (html) => html.replace('<!doctype html>', '<!-- seen --><!doctype html>')],
  [
    'a page that goes on elsewhere',
    (html) => html.replace('</head>', '<meta http-equiv="refresh" content="900; url=x"></head>'),
  ],
  ['a shadow over the page', (html) => html.replace('<main>', `<main>${shadowOf('open')}`)],
  ['a closed shadow over the page', (html) => html.replace('<main>', `<main>${shadowOf('closed')}`)],
  ['a shadow over all', (html) => html.replace('<body>', `<body>${shadowOf('closed')}`)],
  ['what is said in an entry', (html) => html.replace('"text":"Is page 2', '"text":"Is page 3')],
  ['an entry’s hash', (html) => html.replace(/"body_hash":"./, '"body_hash":"g')],
  ['a salt', (html) => html.replace(/"salt":"./, '"salt":"g')],
  ['who acted', (html) => html.replace(/"actor_id":"U./, '"actor_id":"U_')],
  ['the hash before', (html) => html.replace(/"previous":"./, '"previous":"g')],
  ['the hash of an entry that is not shown', (html) => html.replace(/},"([0-9a-f]{63})[0-9a-f]"/, '},"$1x"')],
  ['the last hash', (html) => html.replace(/"hash":"./, '"hash":"g')],
  ['a document', (html) => html.replace(/"sha256":"./, '"sha256":"g')],
  [
    'the signature',
    (html) => html.replace(/"value":"(.)/, (_, first) => `"value":"${first === 'A' ? 'B' : 'A'}`),
  ],
  ['the key', (html) => html.replace(/"x":"(.)/, (_, first) => `"x":"${first === 'A' ? 'B' : 'A'}`)],
  [
    'the name of the key',
    (html) => html.replace(/"kid":"(.)/, (_, first) => `"kid":"${first === 'A' ? 'B' : 'A'}`),
  ],
  ['the issuer', (html) => html.replace('"issuer":"http://', '"issuer":"https://')],
  ['half of the file', (html) => html.slice(0, html.indexOf('id="receipt">') + 500)],
];
