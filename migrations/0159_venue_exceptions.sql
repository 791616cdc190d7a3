-- Reports of a venue that do not go with an order. While one is open its order is disputed, and what it holds stays held. `said`: the report in JSON.
create table venue_exceptions (
  id text primary key,
  order_id text not null,
  member_id text,
  code text,
  exec_id text not null,
  fault text not null check (fault in ('REPORT_FORM', 'REPORT_STATE', 'REPORT_QUANTITY', 'REPORT_PRICE', 'REPORT_LATE', 'REPORT_UNKNOWN', 'REPORT_WAITS')),
  said text not null,
  status text not null check (status in ('open', 'booked', 'set-aside')),
  at bigint not null,
  decided_at bigint,
  check ((status = 'open') = (decided_at is null)),
  unique (order_id, exec_id)
);
create index venue_exceptions_of_member on venue_exceptions (member_id, id);
