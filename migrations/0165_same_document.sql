-- Other members with the same document when they were last compared; null: not compared yet.
alter table verifications add column twins int4;

-- A published rule of risk signals: one document of several members.
alter table risk_signals drop constraint risk_signals_rule_check;
alter table risk_signals add constraint risk_signals_rule_check check (rule in ('withdrawal-new-device', 'shared-device', 'payer-differs', 'pass-through', 'wash-trades', 'small-cap-new-device', 'listed-name', 'same-document'));
