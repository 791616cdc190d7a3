-- The closed sets of the schema: a value that no version knows is refused by the database itself.
alter table account_closings
  add constraint account_closings_state_check check (state in ('closing', 'closed', 'revoked'));
alter table alerts
  add constraint alerts_repeats_check check (repeats in ('once', 'daily')),
  add constraint alerts_status_check check (status in ('watching', 'hit', 'removed')),
  add constraint alerts_watches_check check (watches in ('above', 'below', 'rise', 'fall'));
alter table appeals
  add constraint appeals_state_check check (state in ('open', 'granted', 'upheld'));
alter table bank_account_details
  add constraint bank_account_details_type_check check (type in ('ordinary', 'current', 'savings', 'other'));
alter table bank_accounts
  add constraint bank_accounts_state_check check (state in ('pending', 'approved', 'denied', 'removed'));
alter table cash_entries
  add constraint cash_entries_kind_check check (kind in ('deposit', 'withdrawal', 'withdrawal-returned', 'correction'));
alter table copy_follows
  add constraint copy_follows_reason_check check (reason in ('level', 'cap', 'takeover', 'legal-hold', 'frozen', 'worthless', 'pool-ended'));
alter table credentials
  add constraint credentials_level_check check (level in ('experience', 'beginner', 'intermediate', 'advanced', 'core'));
alter table deposits
  add constraint deposits_method_check check (method in ('bank', 'counter', 'atm')),
  add constraint deposits_state_check check (state in ('pending', 'approved', 'denied'));
alter table draws
  add constraint draws_void_reason_check check (void_reason in ('withdrawn', 'nobody', 'root-late', 'seed-late', 'seed-wrong', 'list-changed', 'decided-late'));
alter table entitlements
  add constraint entitlements_side_check check (side in ('up', 'down'));
alter table identity_appeals
  add constraint identity_appeals_state_check check (state in ('open', 'withdrawn', 'upheld', 'overturned'));
alter table identity_details
  add constraint identity_details_document_type_check check (document_type in ('licence', 'residence-card', 'passport'));
alter table identity_pictures
  add constraint identity_pictures_side_check check (side in ('front', 'back'));
alter table investor_profiles
  add constraint investor_profiles_purpose_check check (purpose in ('learning', 'long-term', 'income', 'short-term'));
alter table lot_deliveries
  add constraint lot_deliveries_kind_check check (kind in ('take', 'give'));
alter table lots
  add constraint lots_side_check check (side in ('up', 'down')),
  add constraint lots_status_check check (status in ('holding', 'closing', 'closed')),
  add constraint lots_triggered_by_check check (triggered_by in ('take-profit', 'stop-loss', 'forced-call', 'loss-cut', 'day-close', 'day-left'));
alter table margin_calls
  add constraint margin_calls_state_check check (state in ('open', 'met', 'forced', 'closed'));
alter table members
  add constraint members_level_check check (level in ('experience', 'beginner', 'intermediate', 'advanced', 'core'));
alter table news
  add constraint news_kind_check check (kind in ('disclosure', 'market', 'notice', 'article', 'feed'));
alter table notice_publications
  add constraint notice_publications_kind_check check (kind in ('notice', 'article'));
alter table notices
  add constraint notices_kind_check check (kind in ('notice', 'article'));
alter table operator_reads
  add constraint operator_reads_role_check check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator'));
alter table operators
  add constraint operators_role_check check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator'));
alter table orders
  add constraint orders_ord_status_check check (ord_status in ('ARMED', 'HELD', 'PENDING_NEW', 'NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED')),
  add constraint orders_purpose_check check (purpose in ('open', 'close')),
  add constraint orders_side_check check (side in ('up', 'down')),
  add constraint orders_status_check check (status in ('pending', 'holding', 'closing', 'closed', 'cancelled', 'expired', 'rejected')),
  add constraint orders_type_check check (type in ('market', 'limit', 'stop', 'stop-limit'));
alter table phone_codes
  add constraint phone_codes_purpose_check check (purpose in ('number', 'recovery', 'factor'));
alter table schedules
  add constraint schedules_kind_check check (kind in ('fees', 'limits', 'invitations', 'calendar', 'hours'));
alter table tax_accounts
  add constraint tax_accounts_kind_check check (kind in ('withholding', 'plain'));
alter table tax_results
  add constraint tax_results_kind_check check (kind in ('cash', 'margin'));
alter table tax_years
  add constraint tax_years_kind_check check (kind in ('withholding', 'plain'));
alter table verifications
  add constraint verifications_back_reason_check check (back_reason in ('expired', 'image-unreadable', 'image-incomplete', 'wrong-document', 'name-differs', 'number-differs', 'duplicate')),
  add constraint verifications_back_state_check check (back_state in ('none', 'sent', 'accepted', 'rejected')),
  add constraint verifications_front_reason_check check (front_reason in ('expired', 'image-unreadable', 'image-incomplete', 'wrong-document', 'name-differs', 'number-differs', 'duplicate')),
  add constraint verifications_front_state_check check (front_state in ('none', 'sent', 'accepted', 'rejected'));
alter table withdrawals
  add constraint withdrawals_approved_by_check check (approved_by in ('rule', 'two', 'time', 'appeal')),
  add constraint withdrawals_proven_by_check check (proven_by in ('passkey', 'totp', 'demo')),
  add constraint withdrawals_state_check check (state in ('requested', 'approved', 'denied', 'cancelled', 'paid', 'returned'));
