/**
 * Tables without a tenant: directories, which map codes, addresses, customers and keys to tenants and have no other content;
 * walls that wait to be paired; who was erased, for restores; super admins and what they do; rate limit buckets; salts; the VAPID key pair; and the state of the service. The
 * comment of each table in the database says so too (`no tenant: …`).
 */
export const tablesWithoutTenant = [
  'qr_directory',
  'email_directory',
  'one_time_code',
  'spent_state',
  'provider_event',
  'slack_team',
  'feature_flag',
  'billing_customer',
  'identity_directory',
  'api_key_directory',
  'sso_domain_directory',
  'share_link_directory',
  'screen_pairing',
  'rate_bucket',
  'source_salt',
  'push_key',
  'platform_user',
  'platform_session',
  'platform_audit',
  'platform_audit_head',
  'platform_answer',
  'announcement',
  'blocked_source',
  'erasure',
  'service_state',
  'job_run',
] as const
