import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { makeSigningKey } from './certificate.ts';

const PLACES = [
  join(import.meta.dirname, '../../../../../../node_modules/.cache/simplesamlphp/usr/share/simplesamlphp'),
  '/usr/share/simplesamlphp',
];
const home = PLACES.find((folder) => existsSync(join(folder, 'www')));
const hasPhp = spawnSync('php', ['--version']).status === 0;

export const withoutSimpleSaml =
  home && hasPhp ? false : 'SimpleSAMLphp (from Debian, with PHP) is not there';

export interface SimpleSaml {
  metadata(): Promise<string>;
  person: { name: string; password: string; email: string };
  close(): Promise<void>;
}

const PERSON = { name: 'ada', password: 'lovelace-1815', email: 'ada@idp.example' };
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP';

/** Uses `localhost`, because browsers treat it as another site than 127.0.0.1. */
export async function startSimpleSaml(
  serviceMetadata: string,
  { binding, wantsSigned }: { binding: 'Redirect' | 'POST'; wantsSigned: boolean },
): Promise<SimpleSaml> {
  if (!home) throw new Error('SimpleSAMLphp is not there');
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-test-idp-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const within = (name: string) => JSON.stringify(join(folder, name));
  const key = makeSigningKey();
  for (const name of ['config', 'metadata', 'cert', 'log', 'tmp', 'data', 'sessions', 'root'])
    await mkdir(join(folder, name));
  const files = {
    'cert/idp.pem': key.privateKey,
    'cert/idp.crt': key.certificate,
    'metadata/sp.xml': serviceMetadata,
    'metadata/saml20-idp-hosted.php': `<?php $metadata['${origin}/idp'] = [
      'host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'people',
      'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'simplesaml.nameidattribute' => 'uid',
      'redirect.validate' => ${wantsSigned}, 'validate.authnrequest' => ${wantsSigned}, 'sign.authnrequest' => ${wantsSigned},
      'SingleSignOnServiceBinding' => ['${BINDING}-${binding}']];`,
    'config/authsources.php': `<?php $config = ['people' => ['exampleauth:UserPass', '${PERSON.name}:${PERSON.password}' => [
      'uid' => ['ada'], 'mail' => ['${PERSON.email}'], 'givenName' => ['Ada'], 'sn' => ['Lovelace']]]];`,
    'config/config.php': `<?php $config = [
      'baseurlpath' => '${origin}/simplesaml/', 'certdir' => ${within('cert/')}, 'loggingdir' => ${within('log/')},
      'datadir' => ${within('data/')}, 'tempdir' => ${within('tmp')}, 'metadatadir' => ${within('metadata/')},
      'attributenamemapdir' => ${JSON.stringify(join(home, 'attributemap/'))},
      'secretsalt' => 'of a test', 'auth.adminpassword' => 'of a test', 'technicalcontact_email' => 'na@example.org',
      'timezone' => 'UTC', 'logging.handler' => 'file', 'enable.saml20-idp' => true, 'admin.checkforupdates' => false,
      'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
      'store.type' => 'phpsession', 'session.phpsession.savepath' => ${within('sessions')},
      'session.phpsession.cookiename' => 'idp', 'session.cookie.secure' => false, 'session.cookie.samesite' => null,
      'language.cookie.secure' => false, 'language.cookie.samesite' => null,
      'language.available' => ['en'], 'language.default' => 'en', 'theme.use' => 'default',
      'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => ${within('metadata/sp.xml')}]]];`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink(join(home, 'www'), join(folder, 'root', 'simplesaml'));
  const program = spawn(
    'php',
    ['-d', 'display_errors=0', '-S', `localhost:${port}`, '-t', join(folder, 'root')],
    {
      stdio: 'ignore',
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    },
  );
  const metadata = async () => (await fetch(`${origin}/simplesaml/saml2/idp/metadata.php`)).text();
  const close = async () => {
    await ended(program);
    await rm(folder, { recursive: true });
  };
  try {
    await until('SimpleSAMLphp answers', async () => (await metadata().catch(() => '')) !== '');
  } catch (error) {
    await close();
    throw error;
  }
  return { metadata, person: PERSON, close };
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  const end = new Promise((resolve) => program.once('exit', resolve));
  program.kill();
  await end;
}
