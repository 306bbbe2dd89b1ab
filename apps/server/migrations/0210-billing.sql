-- Where a tenant's plan comes from, since when it is unpaid, and what Stripe said of it last.
alter table tenant add column plan_source text not null default 'NONE' check (plan_source in ('NONE', 'PROVIDER', 'MANUAL'));
alter table tenant add column plan_until timestamptz;
alter table tenant add column past_due_since timestamptz;
alter table tenant add column history_plan text;
alter table tenant add column history_shrinks_at timestamptz;
comment on column tenant.plan_source is 'NONE: DEFAULT_PLAN, PROVIDER: a subscription at Stripe, MANUAL: set by hand, Stripe waits';
comment on column tenant.plan_until is 'when a plan set by hand ends; null: when it is taken back';
comment on column tenant.history_plan is 'the plan whose longer history is kept until history_shrinks_at';

-- Found by the customer that an event names, before its tenant is known.
create table billing_customer (
  id text primary key,
  tenant_id uuid not null unique
);
comment on table billing_customer is E'no tenant: says whose a customer of Stripe is\nnot exported: an id at Stripe';
grant select, insert, delete on billing_customer to wellkept_app;
grant select on billing_customer to wellkept_worker;

-- What the last reading of a tenant's customer at Stripe said.
create table billing_account (
  tenant_id uuid primary key references tenant (id),
  plan text,
  past_due boolean not null default false,
  subscription_id text,
  amount integer,
  currency text,
  period_ends_at timestamptz,
  cancels_at timestamptz,
  unpaid_invoice text,
  warning text,
  begun integer not null default 0,
  written integer not null default 0
);
comment on table billing_account is 'not exported: what Stripe says; invoices are there';
comment on column billing_account.plan is 'of the live subscription; null: there is none';
comment on column billing_account.unpaid_invoice is 'the administrators were told of it';
comment on column billing_account.begun is 'readings that began; one that began before the last that was written is dropped';
select secure_tenant_table('billing_account');

-- Its number is in the Idempotency-Key at Stripe, so that two clicks open one session.
create table checkout_attempt (
  tenant_id uuid not null references tenant (id),
  plan text not null,
  number integer not null,
  opened_at timestamptz not null,
  session_id text,
  primary key (tenant_id, plan)
);
comment on table checkout_attempt is 'not exported: sessions at Stripe of a day';
select secure_tenant_table('checkout_attempt');
