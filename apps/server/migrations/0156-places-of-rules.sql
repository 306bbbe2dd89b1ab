-- outside a transaction
-- Rules of the set-up that open a task on an issue stood behind "any issue", which lets none come to them. They go before
-- it, as new ones do now, unless somebody has touched them or it since (version): then the order may be chosen. A rule is the
-- set-up's where it is as old as its only building, or the last run says so. Where one was deleted the next ones close up.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table alert_rule no force row level security;
alter table building no force row level security;
alter table wizard_run no force row level security;
update alert_rule r set position = o.position
  from (
    select m.tenant_id, m.id, (row_number() over (
        partition by m.tenant_id order by coalesce(i.position, m.position), coalesce(i.id, m.id), i.id is null, m.position, m.id) - 1)::int as position
    from alert_rule m
    left join alert_rule i on i.tenant_id = m.tenant_id and i.built_in = 'issue' and i.version = 1
      and m.version = 1 and m.built_in is null and (m.position, m.id) > (i.position, i.id)
      and m.trigger ->> 'kind' = 'ISSUE' and m.action ->> 'kind' = 'TASK'
      and (exists (select from building b where b.tenant_id = m.tenant_id and b.created_at = m.created_at
            and m.scope -> 'buildingIds' = jsonb_build_array(b.id))
        or exists (select from wizard_run w where w.tenant_id = m.tenant_id and w.result #> '{ids,alertRules}' ? m.id::text))
  ) o
  where r.tenant_id = o.tenant_id and r.id = o.id and r.position <> o.position;
alter table wizard_run force row level security;
alter table building force row level security;
alter table alert_rule force row level security;
alter table routing_rule no force row level security;
update routing_rule r set position = o.position
  from (select tenant_id, id, (row_number() over (partition by tenant_id order by position, id) - 1)::int as position
    from routing_rule) o
  where r.tenant_id = o.tenant_id and r.id = o.id and r.position <> o.position;
alter table routing_rule force row level security;
