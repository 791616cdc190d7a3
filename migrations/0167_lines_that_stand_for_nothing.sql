-- The reconciliation asks for them whatever their day.
create index statement_lines_unused on statement_lines (booked_at) where used_for is null;
create index cash_entries_by_line on cash_entries (line_id) where line_id is not null;
