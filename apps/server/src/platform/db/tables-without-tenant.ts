/**
 * Tables that no tenant owns: directories, which say to whom a code, an address or a key belongs before the tenant is
 * known, and hold no content; walls that wait to be paired; the buckets of limits, which hold hashes and times;
 * the salts of days; the key pair of push services; and what instances of the service tell each other. The comment on
 * each says so in the database too (`no tenant: …`).
 */
export const tablesWithoutTenant = [
  'qr_directory',
  'email_directory',
  'one_time_code',
  'spent_state',
  'provider_event',
  'feature_flag',
  'identity_directory',
  'api_key_directory',
  'sso_domain_directory',
  'share_link_directory',
  'screen_pairing',
  'rate_bucket',
  'source_salt',
  'push_key',
  'service_state',
  'job_run',
] as const
