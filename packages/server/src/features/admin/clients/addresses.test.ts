import assert from 'node:assert/strict';
import { test } from 'vitest';
import { originProblem, redirectUriProblem } from './addresses.ts';

test('[ORG-17] addresses to which codes and tokens may be sent', () => {
  for (const uri of [
    'https://app.example.com/callback',
    'https://app.example.com:8443/a/b?x=1&y=2',
    'https://app.example.com',
    'http://localhost:3000/callback',
    'http://127.0.0.1/cb',
    'http://[::1]:9000/cb',
    'com.example.app:/callback',
    'com.example.my-app://oauth/callback',
  ])
    assert.equal(redirectUriProblem(uri), undefined, uri);
});

test('[ORG-17] addresses to which none may be sent', () => {
  for (const uri of [
    '',
    '/callback',
    '//app.example.com/cb',
    'app.example.com/cb',
    'https:app.example.com/cb',
    'https:/app.example.com/cb',
    'http://app.example.com/cb',
    'http://localhost.example.com/cb',
    'http://127.0.0.1.example.com/',
    'https://app.example.com/cb#fragment',
    'https://app.example.com/cb#',
    'https://user:pass@app.example.com/',
    'https://app.example.com\\@evil.example/',
    'https://app.example.com/a b',
    'https://app.example.com/\n',
    'https://ümlaut.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://*.example.com/cb',
    'myapp://callback',
    '*',
  ])
    assert.notEqual(redirectUriProblem(uri), undefined, uri);
});

test('[ORG-17] origins are written exactly', () => {
  for (const origin of [
    ...['https://app.example.com', 'https://app.example.com:8443', 'http://localhost:3000'],
    ...['https://xn--mnchen-3ya.example', 'https://my_app.example', 'https://10.0.0.7', 'http://[::1]:8080'],
  ])
    assert.equal(originProblem(origin), undefined, origin);
  for (const origin of [
    '',
    '*',
    'null',
    'https://app.example.com/',
    'https://APP.example.com',
    'https://app.example.com:443',
    'https://app.example.com/path',
    'https://*.example.com',
    'https://*',
    ...[...' ;,\'"`()!$&+=~%'].map((character) => `https://a${character}b.example`),
    "https://a.example;script-src'unsafe-inline'",
    'https://a.example https://b.example',
    'https://a.example\tb',
    'https://a.example\n',
    'https://a..example',
    'http://app.example.com',
    'ftp://app.example.com',
    'com.example.app://x',
  ])
    assert.notEqual(originProblem(origin), undefined, origin);
});
