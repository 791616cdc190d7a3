-- Reports that a venue names by opaque text, as they were applied: the same again is known by its name. `n`: the fill that it made, by our own counter. `live`: its order is at work, so that it may be said again to a command.
create table venue_executions (
  venue text not null,
  order_id text not null,
  exec_id text not null,
  exec_type text not null check (exec_type in ('NEW', 'TRADE', 'REPLACED', 'CANCELED', 'EXPIRED', 'REJECTED', 'CANCEL_REJECTED', 'AMEND_REJECTED', 'RESTATED', 'TRIGGERED', 'SENT', 'KEPT')),
  n bigint not null,
  last_qty bigint not null,
  last_px_tenths bigint not null,
  live boolean not null,
  primary key (venue, order_id, exec_id, exec_type)
);
create index venue_executions_live on venue_executions (order_id) where live;
-- `more`: reports of the same order beyond the number that is listed, counted where the last one stands.
alter table venue_exceptions add column live boolean not null default true;
alter table venue_exceptions add column more bigint not null default 0;
create index venue_exceptions_live on venue_exceptions (id) where live;
