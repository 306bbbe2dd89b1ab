-- What is left out of a scope holds all; an empty list, which meant the same, holds nothing from now on. Those that are
-- stored are left out, so each rule, policy and company looks where it looked.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table alert_rule no force row level security;
update alert_rule set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table alert_rule force row level security;
alter table routing_rule no force row level security;
update routing_rule set conditions = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(conditions) where value <> '[]')
  where exists (select from jsonb_each(conditions) where value = '[]');
alter table routing_rule force row level security;
alter table sla_policy no force row level security;
update sla_policy set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table sla_policy force row level security;
alter table escalation_rule no force row level security;
update escalation_rule set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table escalation_rule force row level security;
alter table share_link no force row level security;
update share_link set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table share_link force row level security;
alter table mailing no force row level security;
update mailing set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table mailing force row level security;
alter table grant_given no force row level security;
update grant_given set scope = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(scope) where value <> '[]')
  where exists (select from jsonb_each(scope) where value = '[]');
alter table grant_given force row level security;
alter table company no force row level security;
update company set coverage = (
    select jsonb_agg((select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(part.value) where value <> '[]') order by part.place)
    from jsonb_array_elements(coverage) with ordinality as part (value, place))
  where exists (select from jsonb_array_elements(coverage) as part (value), jsonb_each(part.value) as list where list.value = '[]');
alter table company force row level security;
