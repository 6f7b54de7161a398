-- Earlier versions stored in the audit list whatever fields a request held, known or not: secrets and passwords among
-- them. What is not a field of its action (features/audit/details.ts) is removed.
UPDATE audit_entries a
SET details = a.details - ARRAY(SELECT jsonb_object_keys(a.details - known.fields))
FROM (
  SELECT entry.id, coalesce(listed.fields, '{}') AS fields
  FROM audit_entries entry LEFT JOIN (VALUES
    ('setup.claim', '{partner_name,org_name,email}'::text[]),
    ('partner.update', '{name,default_org_id}'),
    ('org.create', '{name,plan_code}'),
    ('org.update', '{name,plan_code,disabled}'),
    ('org.disable', '{name,plan_code,disabled}'),
    ('org.enable', '{name,plan_code,disabled}'),
    ('user.create', '{email,unique_id,role,is_partner_admin}'),
    ('user.update', '{email,unique_id,role,is_partner_admin,first_name,last_name,language,disabled}'),
    ('user.disable', '{email,unique_id,role,is_partner_admin,first_name,last_name,language,disabled}'),
    ('user.enable', '{email,unique_id,role,is_partner_admin,first_name,last_name,language,disabled}'),
    ('client.create', '{name,redirect_uris,origins,grants,scope,trusted,org_id}'),
    ('client.update', '{name,redirect_uris,origins,grants,scope,trusted,disabled}'),
    ('client.disable', '{name,redirect_uris,origins,grants,scope,trusted,disabled}'),
    ('client.enable', '{name,redirect_uris,origins,grants,scope,trusted,disabled}'),
    ('client.rotate', '{grace_seconds}'),
    ('bot.create', '{name,webhook_url,events,allow_private_network,picture_url}'),
    ('bot.update', '{name,webhook_url,events,allow_private_network,picture_url,disabled}'),
    ('bot.withdraw', '{name,webhook_url,events,allow_private_network,picture_url,disabled}'),
    ('bot.restore', '{name,webhook_url,events,allow_private_network,picture_url,disabled}'),
    ('bot.rotate', '{secret,grace_seconds}'),
    ('bot.replay', '{from,sequences,dead,replayed}'),
    ('bot.enable', '{enabled,user_id}'),
    ('bot.disable', '{enabled,user_id}'),
    ('session.end', '{user_id}'),
    ('token.revoke', '{user_id,client_id}'),
    ('idp.create', '{name,certificates,sso_url,sso_binding,sign_requests,allow_sha1,link_by_email}'),
    ('idp.update', '{name,certificates,sso_url,sso_binding,sign_requests,allow_sha1,link_by_email}')
  ) AS listed (action, fields) ON listed.action = entry.action
) AS known
WHERE a.id = known.id AND a.details - known.fields <> '{}';

-- Until when an answer is given again, where that is sooner than the key is forgotten: one that holds a secret.
ALTER TABLE idempotency_keys ADD COLUMN answer_until bigint;
UPDATE idempotency_keys SET answer = NULL WHERE answer::text LIKE '%"sealed":%';
CREATE INDEX idempotency_keys_with_secret ON idempotency_keys (answer_until) WHERE answer_until IS NOT NULL;
