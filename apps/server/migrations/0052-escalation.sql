create table escalation_rule (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  enabled boolean not null default true,
  scope jsonb not null default '{}',
  -- {clock, atPercent | minutesOverdue}
  level jsonb not null,
  -- {notify?, priority?, assign?}
  action jsonb not null,
  -- what came due before then is left alone; null: nothing is
  acts_from timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index escalation_rule_by_age on escalation_rule (tenant_id, created_at, id);
create index escalation_rule_by_name on escalation_rule (tenant_id, name, id);
select secure_tenant_table('escalation_rule');

-- Each rule once for each task and reopening: written with its effect.
create table escalation_done (
  tenant_id uuid not null,
  task_id uuid not null,
  rule_id uuid not null,
  reopen_count integer not null,
  -- when it came due, and when a worker did it
  due_at timestamptz not null,
  at timestamptz not null,
  primary key (tenant_id, task_id, rule_id, reopen_count),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade,
  foreign key (tenant_id, rule_id) references escalation_rule (tenant_id, id) on delete cascade
);
create index escalation_done_by_rule on escalation_done (tenant_id, rule_id);
select secure_tenant_table('escalation_done');

-- What new tenants start with; the names are theirs from then on. What was late before is left alone.
alter table tenant no force row level security;
alter table escalation_rule no force row level security;
insert into escalation_rule (tenant_id, id, name, level, action, acts_from, created_at, updated_at)
  select t.id, gen_random_uuid(), case when t.settings -> 'profile' ->> 'locale' like 'de%' then d.german else d.english end,
         jsonb_build_object('clock', 'RESOLVE', 'atPercent', d.percent), d.action::jsonb, now(),
         now() + d.percent * interval '1 millisecond', now()
  from tenant t cross join (values
    (75, 'Three quarters of the time are used', 'Drei Viertel der Zeit sind um', '{"notify": ["ASSIGNEE"]}'),
    (100, 'The time is used', 'Die Zeit ist um', '{"notify": ["MANAGER"], "assign": null}'),
    (150, 'Half as late again', 'Um die Hälfte überschritten', '{"notify": ["ADMIN"]}')
  ) as d (percent, english, german, action)
  where t.state <> 'ERASED';
alter table tenant force row level security;
alter table escalation_rule force row level security;
