/**
 * Tables that no tenant owns: directories, which say to whom a code, an address or a key belongs before the tenant is
 * known, and hold no content; the buckets of limits, which hold hashes and times, and where and by whom they are
 * counted; the salts of days; the key pair of push services; the view in which the version before reads how often lists have changed; and what
 * instances of the service tell each other. The comment on each says so in the database too (`no tenant: …`).
 */
export const tablesWithoutTenant = [
  'qr_directory',
  'email_directory',
  'identity_directory',
  'api_key_directory',
  'sso_domain_directory',
  'rate_bucket',
  'source_salt',
  'push_key',
  'tenant_revision',
  'rate_epoch',
  'rate_instance',
  'service_state',
  'job_run',
] as const
