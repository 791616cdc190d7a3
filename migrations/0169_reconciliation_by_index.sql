-- The reconciliation asks for the lines of one day every few minutes.
create index statement_lines_by_time on statement_lines (booked_at);
-- It finds the record of an entry by the act on its deposit, withdrawal or refund.
create index operator_acts_by_subject on operator_acts (subject);
