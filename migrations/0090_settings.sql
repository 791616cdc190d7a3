-- Settings that hold for as long as there is this database. A database of an earlier version says by its operators whether it was begun in the demo setting.
create table settings (
  name text primary key,
  value text not null
);
insert into settings (name, value) select 'DEMO', case when bool_or(is_demo) then 'on' else 'off' end from operators having count(*) > 0;
