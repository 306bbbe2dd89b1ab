-- A message continues the trace of its cause. Null unless traces are collected.
alter table outbox add column trace text;
