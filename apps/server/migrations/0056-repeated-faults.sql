-- What rules about repeated faults remember of a place and a category: the task about the cause, and how far faults are
-- counted, so that none counts twice.
create table alert_cause (
  tenant_id uuid not null,
  rule_id uuid not null,
  amenity_id uuid not null,
  category text not null,
  -- null: it only told people, or the task is gone
  task_id uuid,
  counted_until timestamptz not null,
  primary key (tenant_id, rule_id, amenity_id, category),
  foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete set null (task_id)
);
create index alert_cause_by_amenity on alert_cause (tenant_id, amenity_id, category);
create index alert_cause_by_task on alert_cause (tenant_id, task_id) where task_id is not null;
select secure_tenant_table('alert_cause');

-- The rule that new tenants have, for those that are there.
alter table tenant no force row level security;
alter table alert_rule no force row level security;
insert into alert_rule (tenant_id, id, name, position, built_in, trigger, scope, action, window_minutes, created_at)
  select t.id, gen_random_uuid(),
    case when coalesce(t.settings -> 'visitorLanguages' ->> 0, t.settings -> 'profile' ->> 'locale', 'en') like 'de%'
      then 'Derselbe Fehler dreimal in 14 Tagen' else 'The same fault three times in 14 days' end,
    (select coalesce(max(position) + 1, 0) from alert_rule r where r.tenant_id = t.id), 'repeat',
    '{"kind": "REPEAT", "maxRating": null, "withoutIssue": false, "safety": false, "count": 3}',
    '{"buildingIds": [], "locationIds": [], "types": [], "categories": []}',
    '{"kind": "TASK", "priority": null, "category": null, "notify": []}', 20160, now()
  from tenant t where t.state <> 'ERASED'
    and not exists (select from alert_rule r where r.tenant_id = t.id and r.built_in = 'repeat');
alter table alert_rule force row level security;
alter table tenant force row level security;
