-- How the exchange's files were at its last snapshot (src/modules/venue/server/log-marks.ts): a log that is gone, cut or another is seen at the next start.
create table exchange_log_mark (
  is_only boolean primary key default true check (is_only),
  stretch integer not null,
  log text not null,
  bytes bigint not null check (bytes >= 0),
  digest text not null
);
