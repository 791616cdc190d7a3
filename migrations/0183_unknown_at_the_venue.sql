-- Orders that were sent, and of which the venue says nothing: UNKNOWN until it has been asked.
alter table orders drop constraint orders_ord_status_check;
alter table orders add constraint orders_ord_status_check check (ord_status in ('ARMED', 'HELD', 'PENDING_NEW', 'UNKNOWN', 'NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'));
alter table venue_executions drop constraint venue_executions_exec_type_check;
alter table venue_executions add constraint venue_executions_exec_type_check check (exec_type in ('NEW', 'TRADE', 'REPLACED', 'CANCELED', 'EXPIRED', 'REJECTED', 'CANCEL_REJECTED', 'AMEND_REJECTED', 'RESTATED', 'TRIGGERED', 'SENT', 'KEPT', 'LOST'));
