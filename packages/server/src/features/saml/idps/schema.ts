import { NameText, OrgId, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../../http/index.ts';

const tag = 'Administration';
const IdpId = Text({ minLength: 1, maxLength: 200, description: 'The entity id of the identity provider.' });
const Certificates = Type.Array(Text({ minLength: 1, maxLength: 16_384 }), {
  minItems: 1,
  maxItems: 4,
  description:
    'The X.509 certificates of the provider’s RSA keys, as PEM or base64. The server accepts only these, and ignores KeyInfo in assertions.',
});

const fields = {
  name: Type.Optional(NameText({ maxLength: 200 })),
  metadata: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 262_144,
      description:
        'The provider’s SAML metadata (XML). The server reads `idp_id`, `certificates`, `sso_url`, `sso_binding` and `sign_requests` from it, unless you also send these fields.',
    }),
  ),
  sso_url: Type.Optional(
    Text({
      maxLength: 2_048,
      description:
        'The provider’s address for sign-on in a browser. If it is empty, users cannot sign on in a browser.',
    }),
  ),
  sso_binding: Type.Optional(
    Type.Union([Type.Literal('redirect'), Type.Literal('post')], {
      description: 'The binding of `sso_url`. Default: `redirect`.',
    }),
  ),
  sign_requests: Type.Optional(
    Type.Boolean({
      description: 'If true, the server signs its requests with the key in its metadata. Default: false.',
    }),
  ),
  allow_sha1: Type.Optional(
    Type.Boolean({
      description:
        'If true, the server accepts signatures with RSA and SHA-1, which are weak. Default: false.',
    }),
  ),
  link_by_email: Type.Optional(
    Type.Boolean({
      description:
        'Only for providers of an org. If true, a person who signs on for the first time becomes the existing user with the same email address. Default: false.',
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
        description:
          'Milliseconds since 1970-01-01 UTC. Only for information: the server accepts an expired certificate.',
      }),
      pem: Type.String(),
    }),
  ),
  sso_url: Type.String(),
  sso_binding: Type.String({ description: '`redirect` or `post`.' }),
  sign_requests: Type.Boolean(),
  allow_sha1: Type.Boolean(),
  link_by_email: Type.Boolean(),
  created_time: Type.Integer({ description: 'Milliseconds since 1970-01-01 UTC.' }),
  audience: Type.String({
    description: 'The `Audience` that assertions must have: the entity id of the server.',
  }),
  recipient: Type.String({
    description: 'The `Recipient` that an assertion must have if you exchange it for a token.',
  }),
  acs_url: Type.String({
    description: 'The address to which the provider posts its response to a sign-on in a browser.',
  }),
  login_url: Type.String({
    description:
      'The address that starts a sign-on in a browser. Add the parameter `next` to choose the page that the user sees afterwards. Empty if the provider has no `sso_url`.',
  }),
  metadata_url: Type.String({ description: 'The address of the server’s metadata as a service provider.' }),
});
const Idps = Type.Object({ idps: Type.Array(Idp) });

function operationsOf<P extends Record<string, ReturnType<typeof Type.String>>>(noun: string, params: P) {
  const Owner = Type.Object(params);
  const One = Type.Object({ ...params, idp_id: IdpId });
  const id = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Idp`;
  return {
    list: operation(tag, `list${id}s`, {
      summary: `List the SAML identity providers of ${noun === 'org' ? 'an org' : 'a partner'}`,
      description: 'Allowed for the admins who can register a provider.',
      params: Owner,
      data: Idps,
    }),
    create: operation(tag, `create${id}`, {
      summary: 'Register a SAML identity provider',
      description:
        'Allowed for admins: for a provider of an org, those of the org and its partner; for a provider of a partner, those of the partner. Send `metadata`, or `idp_id` and `certificates`. Fields that you send take precedence over the metadata. 409: the provider is already registered.',
      params: Owner,
      body: NewIdp,
      data: Idp,
    }),
    update: operation(tag, `update${id}`, {
      summary: 'Change a SAML identity provider',
      description:
        'Allowed for the admins who can register a provider. Omitted fields do not change, unless you send `metadata` that contains them. 400: the metadata describes another provider.',
      params: One,
      body: IdpChange,
      data: Idp,
    }),
    remove: operation(tag, `delete${id}`, {
      summary: 'Remove a SAML identity provider',
      description:
        'Allowed for the admins who can register a provider. The users of the provider remain. If you register the provider again, they can sign on as before.',
      params: One,
    }),
  };
}

export const orgIdps = operationsOf('org', { org_id: OrgId });
export const partnerIdps = operationsOf('partner', { partner_id: PartnerId });
