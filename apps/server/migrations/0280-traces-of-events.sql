-- An event remembers the trace of its cause, so that its jobs continue it. Null unless traces are collected.
alter table event add column trace text;
