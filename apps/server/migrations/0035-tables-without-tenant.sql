-- Which tables no tenant owns is told by the database, so that an instance beside a newer schema knows its new ones
-- too. Such a table needs no row security; each says why it has no tenant.
comment on table schema_migration is 'no tenant: which migrations are done';
comment on table qr_directory is 'no tenant: says to whom a code belongs before the tenant is known';
comment on table email_directory is 'no tenant: says to whom an address belongs before the tenant is known';
comment on table identity_directory is 'no tenant: says to whom an identity belongs before the tenant is known';
comment on table api_key_directory is 'no tenant: says to whom a key belongs before the tenant is known';
comment on table sso_domain_directory is 'no tenant: says to whom a domain belongs before the tenant is known';
comment on table rate_bucket is 'no tenant: what counts for limits, hashes and times';
comment on table rate_epoch is 'no tenant: where requests are counted';
comment on table rate_instance is 'no tenant: which instances count requests';
comment on table source_salt is 'no tenant: the salts of days';
comment on view tenant_revision is 'no tenant: list_revision as the version before reads it';
comment on table service_state is 'no tenant: how the service is';
comment on table job_run is 'no tenant: when work by the clock ran last';
