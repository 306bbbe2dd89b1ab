-- outside a transaction
-- Names sort as people read: by letters whatever their case and accents, Room 2 before Room 10. Equality stays exact.
create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true');
alter table app_user alter column name type text collate natural_order;
alter table building alter column name type text collate natural_order;
alter table location alter column name type text collate natural_order;
alter table amenity alter column name type text collate natural_order;
alter table company alter column name type text collate natural_order;
alter table operator alter column name type text collate natural_order;
alter table alert_rule alter column name type text collate natural_order;
alter table routing_rule alter column name type text collate natural_order;
alter table escalation_rule alter column name type text collate natural_order;
alter table sla_policy alter column name type text collate natural_order;
alter table schedule alter column name type text collate natural_order;
