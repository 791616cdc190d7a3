-- A case that somebody opened by hand: the ground, who it was, and whether a seal is asked for first.
alter table risk_cases add column ground text;
alter table risk_cases add constraint risk_cases_ground_check check (ground in ('member-report', 'staff-observation', 'identity-doubt', 'money-doubt', 'market-conduct', 'authority-request'));
alter table risk_cases add column opened_by text;
alter table risk_cases add column to_seal boolean not null default false;
alter table case_entries drop constraint case_entries_kind_check;
alter table case_entries add constraint case_entries_kind_check check (kind in ('note', 'taken', 'given-back', 'closed', 'look', 'opened', 'linked'));
