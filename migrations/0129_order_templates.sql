-- Templates of orders that members keep to fill tickets in.
create table order_templates (
  member_id text not null,
  templates jsonb not null,
  constraint order_templates_pkey primary key (member_id)
);
