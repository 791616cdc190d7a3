-- Reports that take a trade back or correct it, laid before people by that name.
alter table venue_exceptions drop constraint venue_exceptions_fault_check;
alter table venue_exceptions add constraint venue_exceptions_fault_check check (fault in ('REPORT_FORM', 'REPORT_STATE', 'REPORT_QUANTITY', 'REPORT_PRICE', 'REPORT_LATE', 'REPORT_UNKNOWN', 'REPORT_BUST', 'REPORT_CORRECTION', 'REPORT_WAITS'));
