import { NameText, OrgId, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const IdpId = Text({ minLength: 1, maxLength: 200, description: 'Entity id of the identity provider.' });
const Certificates = Type.Array(Text({ minLength: 1, maxLength: 16_384 }), {
  minItems: 1,
  maxItems: 4,
  description: 'X.509 certificates of RSA keys, as PEM or base64. KeyInfo in assertions is ignored.',
});

const fields = {
  name: Type.Optional(NameText({ maxLength: 200 })),
  metadata: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 262_144,
      description:
        'The provider’s SAML metadata (XML). It provides idp_id, certificates, sso_url, sso_binding and sign_requests, unless they are given.',
    }),
  ),
  sso_url: Type.Optional(
    Text({
      maxLength: 2_048,
      description: 'The provider’s sign-on address. Empty: no sign-on in a browser.',
    }),
  ),
  sso_binding: Type.Optional(
    Type.Union([Type.Literal('redirect'), Type.Literal('post')], {
      description: 'The binding of sso_url. Default: redirect.',
    }),
  ),
  sign_requests: Type.Optional(
    Type.Boolean({
      description: 'Whether requests are signed with the key in our metadata. Default: false.',
    }),
  ),
  allow_sha1: Type.Optional(
    Type.Boolean({ description: 'Accepts RSA with SHA-1, which is weak. Default false.' }),
  ),
  link_by_email: Type.Optional(
    Type.Boolean({
      description:
        'For providers of an org: a new person becomes the existing user with the same address. Default: false.',
    }),
  ),
};
const NewIdp = Type.Object({
  idp_id: Type.Optional(IdpId),
  certificates: Type.Optional(Certificates),
  ...fields,
});
const IdpChange = Type.Object({ certificates: Type.Optional(Certificates), ...fields });

const Idp = Type.Object({
  idp_id: Type.String(),
  name: Type.String(),
  certificates: Type.Array(
    Type.Object({
      subject: Type.String(),
      fingerprint_sha256: Type.String(),
      expires: Type.Integer({
        description: 'Milliseconds since 1970. For information: the server does not check it.',
      }),
      pem: Type.String(),
    }),
  ),
  sso_url: Type.String(),
  sso_binding: Type.String({ description: 'redirect or post.' }),
  sign_requests: Type.Boolean(),
  allow_sha1: Type.Boolean(),
  link_by_email: Type.Boolean(),
  created_time: Type.Integer({ description: 'Milliseconds since 1970.' }),
  audience: Type.String({ description: 'The Audience of assertions: our entity id.' }),
  recipient: Type.String({ description: 'The Recipient of assertions that are exchanged for a token.' }),
  acs_url: Type.String({ description: 'Where the provider posts its response to a sign-on in a browser.' }),
  login_url: Type.String({
    description:
      'Starts a sign-on in a browser; `next` may name the page to continue at. Empty without sso_url.',
  }),
  metadata_url: Type.String({ description: 'Our metadata as a service provider.' }),
});
const Idps = Type.Object({ idps: Type.Array(Idp) });

function operationsOf<P extends Record<string, ReturnType<typeof Type.String>>>(noun: string, params: P) {
  const Owner = Type.Object(params);
  const One = Type.Object({ ...params, idp_id: IdpId });
  const id = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Idp`;
  return {
    list: operation(tag, `list${id}s`, {
      summary: `List the SAML identity providers of ${noun === 'org' ? 'an org' : 'a partner'}`,
      params: Owner,
      data: Idps,
    }),
    create: operation(tag, `create${id}`, {
      summary: 'Register a SAML identity provider',
      description:
        'By its metadata, or by idp_id and certificates. Other fields take precedence over the metadata.',
      params: Owner,
      body: NewIdp,
      data: Idp,
    }),
    update: operation(tag, `update${id}`, {
      summary: 'Change a SAML identity provider',
      description: 'Omitted fields stay unchanged. Metadata must be of the same provider.',
      params: One,
      body: IdpChange,
      data: Idp,
    }),
    remove: operation(tag, `delete${id}`, {
      summary: 'Remove a SAML identity provider',
      description: 'Its users stay, and are recognised if you register the provider again.',
      params: One,
    }),
  };
}

export const orgIdps = operationsOf('org', { org_id: OrgId });
export const partnerIdps = operationsOf('partner', { partner_id: PartnerId });
