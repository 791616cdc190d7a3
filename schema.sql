-- What migrations/ add up to. Written by migrate.test.ts; not run by anything.

create table account_closings (
  member_id text not null,
  withdrawal_id text,
  state text not null,
  requested_at bigint not null,
  ended_at bigint,
  erased_at bigint,
  constraint account_closings_pkey PRIMARY KEY (member_id),
  constraint account_closings_state_check CHECK ((state = ANY (ARRAY['closing'::text, 'closed'::text, 'revoked'::text])))
);

create table ai_applications (
  id text not null,
  member_id text not null,
  pick_id text not null,
  code text not null,
  units integer not null,
  hold_yen bigint not null,
  limit_tenths bigint not null,
  take_profit_tenths bigint not null,
  stop_loss_tenths bigint not null,
  entry_on text not null,
  exit_on text not null,
  applied_at bigint not null,
  status text not null,
  order_id text,
  reason jsonb,
  filled_quantity bigint not null default 0,
  filled_yen bigint not null default 0,
  ended_at bigint,
  exit_done boolean not null,
  time_exit boolean not null default true,
  constraint ai_applications_order_id_key UNIQUE (order_id),
  constraint ai_applications_pkey PRIMARY KEY (id),
  constraint ai_applications_pick_id_fkey FOREIGN KEY (pick_id) REFERENCES ai_picks(id),
  constraint ai_applications_check CHECK (((status = 'success'::text) = (filled_quantity > 0))),
  constraint ai_applications_check1 CHECK (((status <> 'failed'::text) OR (reason IS NOT NULL))),
  constraint ai_applications_filled_quantity_check CHECK ((filled_quantity >= 0)),
  constraint ai_applications_filled_yen_check CHECK ((filled_yen >= 0)),
  constraint ai_applications_hold_yen_check CHECK ((hold_yen > 0)),
  constraint ai_applications_status_check CHECK ((status = ANY (ARRAY['applying'::text, 'success'::text, 'failed'::text, 'cancelled'::text]))),
  constraint ai_applications_units_check CHECK ((units > 0))
);
CREATE INDEX ai_applications_of_member ON public.ai_applications USING btree (member_id, id);

create table ai_days (
  id text not null,
  card_id text not null,
  day text not null,
  entry_on text not null,
  exit_on text not null,
  fit_on text not null,
  weights jsonb not null,
  hash text not null,
  published_at bigint not null,
  constraint ai_days_card_id_day_key UNIQUE (card_id, day),
  constraint ai_days_pkey PRIMARY KEY (id)
);

create table ai_inputs (
  id text not null,
  rows jsonb not null,
  constraint ai_inputs_pkey PRIMARY KEY (id),
  constraint ai_inputs_id_fkey FOREIGN KEY (id) REFERENCES ai_days(id)
);

create table ai_picks (
  id text not null,
  day_id text not null,
  code text not null,
  place integer not null,
  score bigint not null,
  close_tenths bigint not null,
  limit_tenths bigint not null,
  take_profit_tenths bigint not null,
  stop_loss_tenths bigint not null,
  exit_on text not null,
  exit text,
  ended_on text,
  entry_tenths bigint,
  exit_tenths bigint,
  return_bp bigint,
  index_bp bigint,
  excess_bp bigint,
  constraint ai_picks_day_id_code_key UNIQUE (day_id, code),
  constraint ai_picks_pkey PRIMARY KEY (id),
  constraint ai_picks_day_id_fkey FOREIGN KEY (day_id) REFERENCES ai_days(id),
  constraint ai_picks_check CHECK (((exit IS NULL) = (ended_on IS NULL))),
  constraint ai_picks_close_tenths_check CHECK ((close_tenths > 0)),
  constraint ai_picks_exit_check CHECK ((exit = ANY (ARRAY['take-profit'::text, 'stop-loss'::text, 'time'::text, 'unfilled'::text]))),
  constraint ai_picks_limit_tenths_check CHECK ((limit_tenths > 0)),
  constraint ai_picks_place_check CHECK ((place > 0)),
  constraint ai_picks_stop_loss_tenths_check CHECK ((stop_loss_tenths > 0)),
  constraint ai_picks_take_profit_tenths_check CHECK ((take_profit_tenths > 0))
);

create table alerts (
  id text not null,
  member_id text not null,
  code text not null,
  watches text not null,
  value bigint not null,
  repeats text not null,
  status text not null,
  since bigint not null,
  since_date text not null,
  hit_at bigint,
  hit_date text,
  hit_tenths bigint,
  ended_at bigint,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_repeats_check CHECK ((repeats = ANY (ARRAY['once'::text, 'daily'::text]))),
  constraint alerts_status_check CHECK ((status = ANY (ARRAY['watching'::text, 'hit'::text, 'removed'::text]))),
  constraint alerts_watches_check CHECK ((watches = ANY (ARRAY['above'::text, 'below'::text, 'rise'::text, 'fall'::text])))
);
CREATE INDEX alerts_of_member ON public.alerts USING btree (member_id, since DESC);

create table api_key_details (
  id text not null,
  member_id text not null,
  name text not null,
  networks text not null,
  salt bytea not null,
  constraint api_key_details_pkey PRIMARY KEY (id)
);
CREATE INDEX api_key_details_of_member ON public.api_key_details USING btree (member_id);

create table api_keys (
  id text not null,
  member_id text not null,
  scope text not null,
  public_key text not null,
  details_hash text not null,
  made_at bigint not null,
  used_at bigint,
  revoked_at bigint,
  revoked_because text,
  constraint api_keys_public_key_key UNIQUE (public_key),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_check CHECK (((revoked_at IS NULL) = (revoked_because IS NULL))),
  constraint api_keys_revoked_because_check CHECK ((revoked_because = ANY (ARRAY['member'::text, 'sessions'::text]))),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'trade'::text])))
);
CREATE INDEX api_keys_of_member ON public.api_keys USING btree (member_id, id);

create table appeal_texts (
  id text not null,
  member_id text not null,
  text text not null,
  constraint appeal_texts_pkey PRIMARY KEY (id)
);

create table appeals (
  id text not null,
  member_id text not null,
  withdrawal_id text not null,
  text_id text not null,
  state text not null,
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint,
  answer_id text,
  payout_id text,
  constraint appeals_withdrawal_id_key UNIQUE (withdrawal_id),
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'upheld'::text])))
);

create table applications (
  id text not null,
  draw_id text not null,
  member_id text not null,
  ticket text not null,
  units bigint not null,
  r text not null,
  state text not null,
  place integer,
  drawn_units bigint not null,
  won_units bigint not null,
  held_available_yen bigint not null,
  held_unsettled_yen bigint not null,
  applied_at bigint not null,
  ended_at bigint,
  constraint applications_draw_id_ticket_key UNIQUE (draw_id, ticket),
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_check CHECK (((drawn_units >= 0) AND (drawn_units <= units))),
  constraint applications_check1 CHECK (((won_units >= 0) AND (won_units <= units))),
  constraint applications_held_available_yen_check CHECK ((held_available_yen >= 0)),
  constraint applications_held_unsettled_yen_check CHECK ((held_unsettled_yen >= 0)),
  constraint applications_state_check CHECK ((state = ANY (ARRAY['applied'::text, 'cancelled'::text, 'won'::text, 'not-won'::text, 'declined'::text, 'returned'::text]))),
  constraint applications_units_check CHECK ((units > 0))
);
CREATE INDEX applications_of_member ON public.applications USING btree (member_id, id);

create table approvals (
  id text not null,
  power text not null,
  subject text not null,
  member_id text,
  body jsonb not null,
  reason text,
  text_id text,
  text_hash text,
  asked_at bigint not null,
  signatures jsonb not null,
  status text not null,
  is_over boolean not null,
  withdrawn_at bigint,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'carried-out'::text, 'expired'::text])))
);
CREATE INDEX approvals_not_over ON public.approvals USING btree (asked_at) WHERE (NOT is_over);
CREATE INDEX approvals_unfinished ON public.approvals USING btree (member_id) WHERE (status <> 'carried-out'::text);

create table authenticators (
  member_id text not null,
  sealed_secret bytea not null,
  confirmed_at bigint,
  last_step bigint not null default 0,
  mac bytea,
  constraint authenticators_pkey PRIMARY KEY (member_id)
);

create table average_costs (
  member_id text not null,
  code text not null,
  quantity bigint not null,
  cost_yen bigint not null,
  trade_date text,
  day_quantity bigint not null default 0,
  day_cost_yen bigint not null default 0,
  constraint average_costs_pkey PRIMARY KEY (member_id, code),
  constraint average_costs_cost_yen_check CHECK ((cost_yen >= 0)),
  constraint average_costs_day_cost_yen_check CHECK ((day_cost_yen >= 0)),
  constraint average_costs_day_quantity_check CHECK ((day_quantity >= 0)),
  constraint average_costs_quantity_check CHECK ((quantity >= 0))
);

create table bank_account_appeals (
  id text not null,
  member_id text not null,
  account_id text not null,
  text_id text not null,
  state text not null,
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint,
  answer_id text,
  constraint bank_account_appeals_account_id_key UNIQUE (account_id),
  constraint bank_account_appeals_pkey PRIMARY KEY (id),
  constraint bank_account_appeals_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id),
  constraint bank_account_appeals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'overturned'::text, 'upheld'::text, 'withdrawn'::text])))
);
CREATE INDEX bank_account_appeals_of_member ON public.bank_account_appeals USING btree (member_id, id);

create table bank_account_details (
  account_id text not null,
  member_id text not null,
  holder text not null,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  type text not null,
  number text not null,
  image_id text not null,
  salt bytea not null,
  constraint bank_account_details_pkey PRIMARY KEY (account_id),
  constraint bank_account_details_type_check CHECK ((type = ANY (ARRAY['ordinary'::text, 'current'::text, 'savings'::text, 'other'::text])))
);

create table bank_accounts (
  id text not null,
  member_id text not null,
  details_hash text not null,
  state text not null,
  added_at bigint not null,
  decided_at bigint,
  removed_at bigint,
  reason text,
  decided_by text,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'removed'::text])))
);
CREATE INDEX bank_accounts_of_member ON public.bank_accounts USING btree (member_id);

create table block_deliveries (
  application_id text not null,
  member_id text not null,
  draw_id text not null,
  code text not null,
  quantity bigint not null,
  price_tenths bigint not null,
  sale_on text not null,
  due_at bigint not null,
  delivered_at bigint,
  constraint block_deliveries_pkey PRIMARY KEY (application_id),
  constraint block_deliveries_price_tenths_check CHECK ((price_tenths > 0)),
  constraint block_deliveries_quantity_check CHECK ((quantity > 0))
);

create table blocked_lines (
  id text not null,
  member_id text not null,
  operator_id text not null,
  problem text not null,
  text_hash text not null,
  at bigint not null,
  constraint blocked_lines_pkey PRIMARY KEY (id)
);

create table blocked_texts (
  id text not null,
  text text not null,
  salt bytea not null,
  constraint blocked_texts_pkey PRIMARY KEY (id)
);

create table break_glasses (
  id text not null,
  set_id text not null,
  numbers jsonb not null,
  began_at bigint not null,
  opens_at bigint not null,
  status text not null,
  over_at bigint,
  constraint break_glasses_pkey PRIMARY KEY (id),
  constraint break_glasses_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'stopped'::text, 'opened'::text])))
);

create table calendar_feeds (
  id text not null,
  member_id text not null,
  lang text not null,
  covers text not null,
  secret_hash text not null,
  made_at bigint not null,
  revoked_at bigint,
  revoked_because text,
  constraint calendar_feeds_secret_hash_key UNIQUE (secret_hash),
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_check CHECK (((revoked_at IS NULL) = (revoked_because IS NULL))),
  constraint calendar_feeds_covers_check CHECK ((covers = ANY (ARRAY['market'::text, 'own'::text]))),
  constraint calendar_feeds_lang_check CHECK ((lang = ANY (ARRAY['ja'::text, 'en'::text, 'zh-Hans'::text, 'zh-Hant'::text, 'es'::text, 'fr'::text]))),
  constraint calendar_feeds_revoked_because_check CHECK ((revoked_because = ANY (ARRAY['member'::text, 'sessions'::text])))
);
CREATE INDEX calendar_feeds_of_member ON public.calendar_feeds USING btree (member_id, id);

create table canned_drafts (
  id text not null,
  canned text not null,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at bigint not null,
  constraint canned_drafts_pkey PRIMARY KEY (id)
);

create table canned_versions (
  id text not null,
  canned text not null,
  version integer not null,
  draft_id text not null,
  sha256 text not null,
  at bigint not null,
  constraint canned_versions_canned_version_key UNIQUE (canned, version),
  constraint canned_versions_pkey PRIMARY KEY (id)
);

create table case_entries (
  id text not null,
  case_id text not null,
  member_id text not null,
  kind text not null,
  words text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  at bigint not null,
  sealed boolean not null default false,
  constraint case_entries_pkey PRIMARY KEY (id),
  constraint case_entries_case_id_fkey FOREIGN KEY (case_id) REFERENCES risk_cases(id),
  constraint case_entries_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'taken'::text, 'given-back'::text, 'closed'::text, 'look'::text, 'opened'::text, 'linked'::text]))),
  constraint case_entries_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);
CREATE INDEX case_entries_of_case ON public.case_entries USING btree (case_id, at, id);

create table case_requests (
  case_id text not null,
  opened jsonb not null,
  constraint case_requests_pkey PRIMARY KEY (case_id)
);

create table case_seals (
  case_id text not null,
  reason text not null,
  by jsonb not null,
  sealed_at bigint not null,
  ended_at bigint,
  withheld text,
  constraint case_seals_pkey PRIMARY KEY (case_id),
  constraint case_seals_check CHECK (((withheld IS NULL) OR (ended_at IS NOT NULL))),
  constraint case_seals_reason_check CHECK ((reason = ANY (ARRAY['suspicious-report'::text, 'investigation'::text]))),
  constraint case_seals_withheld_check CHECK ((withheld = ANY (ARRAY['report-secret'::text, 'investigation-secret'::text])))
);

create table cash_entries (
  id text not null,
  member_id text not null,
  way text not null,
  kind text not null,
  yen bigint not null,
  about text not null,
  line_id text,
  at bigint not null,
  reverses text,
  reversed_by text,
  constraint cash_entries_reversed_by_key UNIQUE (reversed_by),
  constraint cash_entries_reverses_key UNIQUE (reverses),
  constraint cash_entries_pkey PRIMARY KEY (id),
  constraint cash_entries_check CHECK (((kind = 'correction'::text) = (reverses IS NOT NULL))),
  constraint cash_entries_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'withdrawal-returned'::text, 'correction'::text]))),
  constraint cash_entries_way_check CHECK ((way = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint cash_entries_yen_check CHECK ((yen > 0))
);
CREATE INDEX cash_entries_by_line ON public.cash_entries USING btree (line_id) WHERE (line_id IS NOT NULL);
CREATE INDEX cash_entries_of_member ON public.cash_entries USING btree (member_id, at);

create table chart_drawings (
  member_id text not null,
  code text not null,
  drawings jsonb not null,
  since_date text not null,
  constraint chart_drawings_pkey PRIMARY KEY (member_id, code)
);

create table charts (
  member_id text not null,
  settings jsonb not null,
  constraint charts_pkey PRIMARY KEY (member_id)
);

create table chat_lines (
  id text not null,
  member_id text not null,
  at bigint not null,
  author text not null,
  kind text not null,
  text text,
  image_id text,
  about_kind text,
  about_id text,
  operator_id text,
  desk boolean not null,
  key text,
  constraint chat_lines_member_id_key_key UNIQUE (member_id, key),
  constraint chat_lines_pkey PRIMARY KEY (id),
  constraint chat_lines_member_id_fkey FOREIGN KEY (member_id) REFERENCES conversations(member_id),
  constraint chat_lines_author_check CHECK ((author = ANY (ARRAY['member'::text, 'operator'::text, 'house'::text]))),
  constraint chat_lines_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'image'::text, 'about'::text, 'closed'::text])))
);
CREATE INDEX chat_lines_of_member ON public.chat_lines USING btree (member_id, id);

create table chip_readings (
  id text not null,
  member_id text not null,
  reading_sealed bytea not null,
  constraint chip_readings_pkey PRIMARY KEY (id)
);

create table clock_returns (
  record bigint not null,
  at bigint not null,
  ahead_ms bigint not null,
  constraint clock_returns_pkey PRIMARY KEY (record),
  constraint clock_returns_ahead_ms_check CHECK ((ahead_ms > 0))
);

create table consents (
  member_id text not null,
  given jsonb not null,
  constraint consents_pkey PRIMARY KEY (member_id)
);

create table conversations (
  member_id text not null,
  assigned_to text,
  member_read text not null default ''::text,
  operators_read text not null default ''::text,
  lang text not null,
  waiting_since bigint,
  closed_at bigint,
  constraint conversations_pkey PRIMARY KEY (member_id)
);
CREATE INDEX conversations_waiting ON public.conversations USING btree (waiting_since) WHERE (waiting_since IS NOT NULL);

create table copy_follows (
  id text not null,
  number text not null,
  pool_id text not null,
  member_id text not null,
  state text not null,
  reason text,
  buy_yen bigint not null,
  units bigint not null,
  applied_at bigint not null,
  bought_at bigint,
  bought_on text,
  sell_asked_at bigint,
  sold_at bigint,
  paid_yen bigint,
  constraint copy_follows_number_key UNIQUE (number),
  constraint copy_follows_pkey PRIMARY KEY (id),
  constraint copy_follows_buy_yen_check CHECK ((buy_yen > 0)),
  constraint copy_follows_paid_yen_check CHECK ((paid_yen >= 0)),
  constraint copy_follows_reason_check CHECK ((reason = ANY (ARRAY['level'::text, 'cap'::text, 'takeover'::text, 'legal-hold'::text, 'frozen'::text, 'worthless'::text, 'pool-ended'::text]))),
  constraint copy_follows_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'following'::text, 'leaving'::text, 'ended'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint copy_follows_units_check CHECK ((units >= 0))
);
CREATE INDEX copy_follows_member ON public.copy_follows USING btree (member_id, applied_at);
CREATE INDEX copy_follows_pool ON public.copy_follows USING btree (pool_id);

create table copy_last_shares (
  pool_id text not null,
  holder_id text not null,
  member_id text not null,
  units bigint not null,
  done boolean not null,
  constraint copy_last_shares_pkey PRIMARY KEY (pool_id, holder_id),
  constraint copy_last_shares_units_check CHECK ((units >= 0))
);

create table copy_navs (
  pool_id text not null,
  date text not null,
  at bigint not null,
  equity_yen bigint not null,
  units bigint not null,
  lead_yen bigint not null,
  followers bigint not null,
  in_yen bigint not null,
  out_yen bigint not null,
  management_yen bigint not null,
  performance_yen bigint not null,
  fee_paid_yen bigint not null,
  constraint copy_navs_pkey PRIMARY KEY (pool_id, date)
);

create table copy_pools (
  id text not null,
  lead_member_id text not null,
  state text not null,
  units bigint not null,
  lead_units bigint not null,
  equity_yen bigint not null,
  lead_yen bigint not null,
  before_equity_yen bigint not null,
  before_units bigint not null,
  high_equity_yen bigint not null,
  high_units bigint not null,
  owed_fee_yen bigint not null,
  missing_yen bigint not null,
  nav_date text,
  opened_at bigint,
  ended_at bigint,
  constraint copy_pools_pkey PRIMARY KEY (id),
  constraint copy_pools_check CHECK (((lead_units >= 0) AND (lead_units <= units))),
  constraint copy_pools_high_units_check CHECK ((high_units > 0)),
  constraint copy_pools_missing_yen_check CHECK ((missing_yen >= 0)),
  constraint copy_pools_owed_fee_yen_check CHECK ((owed_fee_yen >= 0)),
  constraint copy_pools_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'open'::text, 'closing'::text, 'ended'::text, 'void'::text]))),
  constraint copy_pools_units_check CHECK ((units >= 0))
);

create table credentials (
  member_id text not null,
  mobile text not null,
  password_hash text not null,
  transaction_hash text,
  level text not null,
  invited_by text not null,
  registered_at bigint not null,
  lang text not null default 'ja'::text,
  mobile_mac bytea,
  password_mac bytea,
  transaction_mac bytea,
  constraint credentials_mobile_key UNIQUE (mobile),
  constraint credentials_pkey PRIMARY KEY (member_id),
  constraint credentials_level_check CHECK ((level = ANY (ARRAY['experience'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text, 'core'::text])))
);
CREATE INDEX credentials_by_last_digits ON public.credentials USING btree ("right"(mobile, 4));

create table credit_records (
  member_id text not null,
  unmet_calls integer not null,
  shortfall_days integer not null,
  as_of text not null,
  constraint credit_records_pkey PRIMARY KEY (member_id)
);

create table daily_bars (
  code text not null,
  trade_date text not null,
  at bigint not null,
  open_tenths bigint not null,
  high_tenths bigint not null,
  low_tenths bigint not null,
  close_tenths bigint not null,
  volume bigint not null,
  source text not null,
  whole boolean not null default false,
  constraint daily_bars_pkey PRIMARY KEY (code, trade_date)
);

create table daily_closings (
  number integer not null,
  day text not null,
  to_seq bigint not null,
  at bigint not null,
  report text not null,
  hash text not null,
  constraint daily_closings_day_key UNIQUE (day),
  constraint daily_closings_pkey PRIMARY KEY (number),
  constraint daily_closings_number_check CHECK ((number >= 1))
);

create table daily_figures (
  key text not null,
  day text not null,
  value bigint,
  constraint daily_figures_pkey PRIMARY KEY (key, day)
);

create table day_applications (
  order_id text not null,
  number text not null,
  member_id text not null,
  listing_id text not null,
  code text not null,
  side text not null,
  units bigint not null,
  taken_units bigint not null,
  unit bigint not null,
  price_tenths bigint not null,
  leverage_tenths integer not null,
  status text not null,
  filled_quantity bigint not null,
  reason text,
  trade_date text not null,
  applied_at bigint not null,
  decided_at bigint,
  is_warned boolean not null,
  closing_on text,
  penalty_yen bigint not null,
  is_over boolean not null,
  constraint day_applications_pkey PRIMARY KEY (order_id),
  constraint day_applications_check CHECK (((taken_units >= 0) AND (taken_units <= units))),
  constraint day_applications_filled_quantity_check CHECK ((filled_quantity >= 0)),
  constraint day_applications_penalty_yen_check CHECK ((penalty_yen >= 0)),
  constraint day_applications_side_check CHECK ((side = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint day_applications_status_check CHECK ((status = ANY (ARRAY['applying'::text, 'success'::text, 'failed'::text]))),
  constraint day_applications_units_check CHECK ((units > 0))
);
CREATE INDEX day_applications_live ON public.day_applications USING btree (order_id) WHERE (NOT is_over);
CREATE INDEX day_applications_member ON public.day_applications USING btree (member_id, number DESC);

create table day_inventory (
  listing_id text not null,
  code text not null,
  trade_on text not null,
  long_units bigint not null,
  long_left bigint not null,
  short_units bigint not null,
  short_left bigint not null,
  is_over boolean not null,
  constraint day_inventory_pkey PRIMARY KEY (listing_id, code),
  constraint day_inventory_check CHECK (((long_left >= 0) AND (long_left <= long_units))),
  constraint day_inventory_check1 CHECK (((short_left >= 0) AND (short_left <= short_units))),
  constraint day_inventory_long_units_check CHECK ((long_units >= 0)),
  constraint day_inventory_short_units_check CHECK ((short_units >= 0))
);
CREATE INDEX day_inventory_live ON public.day_inventory USING btree (listing_id) WHERE (NOT is_over);

create table day_sales (
  member_id text not null,
  code text not null,
  trade_date text not null,
  first_at bigint not null,
  sold_yen bigint not null,
  round_trip_yen bigint not null,
  constraint day_sales_pkey PRIMARY KEY (member_id, code)
);

create table day_shorts (
  member_id text not null,
  code text not null,
  trade_date text not null,
  quantity bigint not null,
  constraint day_shorts_pkey PRIMARY KEY (member_id, code),
  constraint day_shorts_quantity_check CHECK ((quantity >= 0))
);

create table deposits (
  id text not null,
  member_id text not null,
  yen bigint not null,
  method text not null,
  reference text not null,
  payer_hash text not null,
  state text not null,
  requested_at bigint not null,
  decided_at bigint,
  credited_yen bigint,
  line_id text,
  reason text,
  text_id text,
  constraint deposits_line_id_key UNIQUE (line_id),
  constraint deposits_reference_key UNIQUE (reference),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_check CHECK (((state = 'approved'::text) = ((credited_yen IS NOT NULL) AND (line_id IS NOT NULL)))),
  constraint deposits_credited_yen_check CHECK ((credited_yen > 0)),
  constraint deposits_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'counter'::text, 'atm'::text]))),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text]))),
  constraint deposits_yen_check CHECK ((yen > 0))
);
CREATE INDEX deposits_of_member ON public.deposits USING btree (member_id, requested_at);

create table document_drafts (
  id text not null,
  document text not null,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at bigint not null,
  constraint document_drafts_pkey PRIMARY KEY (id)
);

create table document_versions (
  id text not null,
  document text not null,
  version integer not null,
  draft_id text not null,
  sha256 text not null,
  in_force_from text not null,
  at bigint not null,
  constraint document_versions_document_version_key UNIQUE (document, version),
  constraint document_versions_pkey PRIMARY KEY (id)
);

create table draw_links (
  draw_id text not null,
  n integer not null,
  link text not null,
  constraint draw_links_pkey PRIMARY KEY (draw_id, n),
  constraint draw_links_n_check CHECK ((n > 0))
);

create table draws (
  id text not null,
  kind text not null,
  state text not null,
  units bigint not null,
  hold_tenths bigint not null,
  links integer not null,
  operator_commitment text not null,
  auditor_commitment text not null,
  opens_at bigint not null,
  closes_at bigint not null,
  tickets integer not null,
  root text,
  root_at bigint,
  root_machine_at bigint,
  listed integer,
  wanted bigint,
  attestation text,
  operator_seed text,
  auditor_seed text,
  revealed_at bigint,
  beacon text,
  result text,
  ended_at bigint,
  void_reason text,
  constraint draws_pkey PRIMARY KEY (id),
  constraint draws_check CHECK (((state = 'void'::text) = (void_reason IS NOT NULL))),
  constraint draws_hold_tenths_check CHECK ((hold_tenths > 0)),
  constraint draws_kind_check CHECK ((kind = ANY (ARRAY['ipo'::text, 'block-sale'::text]))),
  constraint draws_links_check CHECK ((links > 0)),
  constraint draws_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'revealed'::text, 'decided'::text, 'void'::text]))),
  constraint draws_units_check CHECK ((units > 0)),
  constraint draws_void_reason_check CHECK ((void_reason = ANY (ARRAY['withdrawn'::text, 'nobody'::text, 'root-late'::text, 'seed-late'::text, 'seed-wrong'::text, 'list-changed'::text, 'decided-late'::text])))
);

create table duty_choices (
  operator_id text not null,
  mail text,
  lang text not null,
  severity text not null,
  quiet_from text,
  quiet_to text,
  constraint duty_choices_pkey PRIMARY KEY (operator_id),
  constraint duty_choices_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint duty_choices_lang_check CHECK ((lang = ANY (ARRAY['ja'::text, 'en'::text, 'zh-Hans'::text, 'zh-Hant'::text, 'es'::text, 'fr'::text]))),
  constraint duty_choices_severity_check CHECK ((severity = ANY (ARRAY['notice'::text, 'urgent'::text, 'critical'::text])))
);

create table duty_deliveries (
  id text not null,
  notice_id text not null,
  operator_id text,
  channel text not null,
  state text not null,
  tries integer not null,
  next_at bigint not null,
  at bigint not null,
  problem text,
  constraint duty_deliveries_pkey PRIMARY KEY (id),
  constraint duty_deliveries_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES duty_notices(id) ON DELETE CASCADE,
  constraint duty_deliveries_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'webhook'::text]))),
  constraint duty_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'over'::text])))
);
CREATE INDEX duty_deliveries_of_notice ON public.duty_deliveries USING btree (notice_id);
CREATE INDEX duty_deliveries_waiting ON public.duty_deliveries USING btree (next_at) WHERE (state = 'waiting'::text);

create table duty_notices (
  id text not null,
  kind text,
  change text not null,
  severity text not null,
  figure bigint not null,
  at bigint not null,
  constraint duty_notices_pkey PRIMARY KEY (id),
  constraint duty_notices_change_check CHECK ((change = ANY (ARRAY['began'::text, 'worse'::text, 'over'::text]))),
  constraint duty_notices_kind_check CHECK ((kind = ANY (ARRAY['withdrawal-due'::text, 'reconciliation'::text, 'journal'::text, 'fault'::text, 'job-behind'::text, 'chat-waiting'::text, 'chat-over'::text, 'signature-waiting'::text, 'case-old'::text]))),
  constraint duty_notices_severity_check CHECK ((severity = ANY (ARRAY['notice'::text, 'urgent'::text, 'critical'::text])))
);

create table duty_shifts (
  operator_id text not null,
  begins bigint not null,
  ends bigint not null,
  constraint duty_shifts_pkey PRIMARY KEY (operator_id)
);

create table duty_standings (
  kind text not null,
  told bigint,
  since bigint not null,
  told_at bigint not null,
  low_since bigint,
  constraint duty_standings_pkey PRIMARY KEY (kind),
  constraint duty_standings_kind_check CHECK ((kind = ANY (ARRAY['withdrawal-due'::text, 'reconciliation'::text, 'journal'::text, 'fault'::text, 'job-behind'::text, 'chat-waiting'::text, 'chat-over'::text, 'signature-waiting'::text, 'case-old'::text])))
);

create table email_addresses (
  member_id text not null,
  address text not null,
  verified_at bigint,
  code_hash bytea,
  code_expires_at bigint,
  code_tries integer not null default 0,
  verified_before text,
  constraint email_addresses_pkey PRIMARY KEY (member_id)
);

create table entitlements (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  order_id text not null,
  code text not null,
  side text not null,
  leverage_tenths integer not null,
  quantity bigint not null,
  per_share_tenths bigint not null,
  pay_date text not null,
  held_yen bigint not null,
  tax_yen bigint not null,
  paid_at bigint,
  constraint entitlements_pkey PRIMARY KEY (lot_id, ex_date),
  constraint entitlements_held_yen_check CHECK ((held_yen >= 0)),
  constraint entitlements_per_share_tenths_check CHECK ((per_share_tenths > 0)),
  constraint entitlements_quantity_check CHECK ((quantity > 0)),
  constraint entitlements_side_check CHECK ((side = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint entitlements_tax_yen_check CHECK ((tax_yen >= 0))
);
CREATE INDEX entitlements_of_member ON public.entitlements USING btree (member_id, pay_date);

create table ex_days (
  code text not null,
  ex_date text not null,
  at bigint not null,
  constraint ex_days_pkey PRIMARY KEY (code, ex_date)
);

create table exchange_log_mark (
  is_only boolean not null default true,
  stretch integer not null,
  log text not null,
  bytes bigint not null,
  digest text not null,
  constraint exchange_log_mark_pkey PRIMARY KEY (is_only),
  constraint exchange_log_mark_bytes_check CHECK ((bytes >= 0)),
  constraint exchange_log_mark_is_only_check CHECK (is_only)
);

create table feed_looks (
  address text not null,
  looked_at bigint not null,
  fetched_at bigint,
  problem text,
  constraint feed_looks_pkey PRIMARY KEY (address)
);

create table fills (
  order_id text not null,
  n bigint not null,
  lot_id text not null,
  at bigint not null,
  price_tenths bigint not null,
  quantity bigint not null,
  fee_yen bigint not null,
  receipt text,
  trade_date text,
  constraint fills_pkey PRIMARY KEY (order_id, n),
  constraint fills_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX fills_in_time ON public.fills USING brin (n) WITH (pages_per_range='16', autosummarize='on');

create table firm_keys (
  id text not null,
  name text not null,
  scopes jsonb not null,
  networks jsonb not null,
  public_key text not null,
  until text not null,
  owner_id text not null,
  made_at bigint not null,
  used_at bigint,
  revoked_at bigint,
  revoked_by text,
  constraint firm_keys_public_key_key UNIQUE (public_key),
  constraint firm_keys_pkey PRIMARY KEY (id),
  constraint firm_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES operators(id),
  constraint firm_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES operators(id),
  constraint firm_keys_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);

create table firm_records (
  id integer not null,
  at bigint not null,
  content jsonb,
  constraint firm_records_pkey PRIMARY KEY (id)
);

create table firm_webhook_events (
  id text not null,
  seq bigint not null,
  type text not null,
  webhook_ids jsonb not null,
  data jsonb not null,
  at bigint not null,
  constraint firm_webhook_events_pkey PRIMARY KEY (id),
  constraint firm_webhook_events_type_check CHECK ((type = ANY (ARRAY['deposit.state'::text, 'withdrawal.state'::text, 'closing.made'::text, 'reconciliation.off'::text])))
);

create table firm_webhooks (
  id text not null,
  url text not null,
  events jsonb not null,
  state text not null,
  generation integer not null,
  rotated_at bigint,
  secret_by text,
  made_at bigint not null,
  made_by text not null,
  constraint firm_webhooks_pkey PRIMARY KEY (id),
  constraint firm_webhooks_made_by_fkey FOREIGN KEY (made_by) REFERENCES operators(id),
  constraint firm_webhooks_secret_by_fkey FOREIGN KEY (secret_by) REFERENCES operators(id),
  constraint firm_webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text, 'deleted'::text])))
);

create table fix_copies (
  id text not null,
  key_id text not null,
  member_id text not null,
  cl_ord_id text not null,
  asked jsonb,
  terms jsonb not null,
  quantity bigint not null,
  filled bigint not null,
  filled_tenths bigint not null,
  parts jsonb not null,
  status text not null,
  updated_at bigint not null,
  constraint fix_copies_pkey PRIMARY KEY (id),
  constraint fix_copies_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text, '2'::text, '4'::text, '8'::text, 'C'::text])))
);

create table fix_messages (
  key_id text not null,
  epoch integer not null,
  seq bigint not null,
  type text not null,
  fields jsonb not null,
  at bigint not null,
  constraint fix_messages_pkey PRIMARY KEY (key_id, epoch, seq),
  constraint fix_messages_type_check CHECK ((type = ANY (ARRAY['8'::text, '9'::text, 'j'::text, 'r'::text])))
);

create table fix_names (
  key_id text not null,
  cl_ord_id text not null,
  fix_order_id text not null,
  is_over boolean not null,
  constraint fix_names_pkey PRIMARY KEY (key_id, cl_ord_id)
);

create table fix_orders (
  id text not null,
  key_id text not null,
  member_id text not null,
  cl_ord_id text not null,
  asked jsonb,
  terms jsonb not null,
  quantity bigint not null,
  filled bigint not null,
  filled_tenths bigint not null,
  parts jsonb not null,
  status text not null,
  updated_at bigint not null,
  constraint fix_orders_pkey PRIMARY KEY (id),
  constraint fix_orders_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text, '2'::text, '4'::text, '8'::text, 'C'::text])))
);
CREATE INDEX fix_orders_of_key ON public.fix_orders USING btree (key_id, id);

create table fix_parts (
  order_id text not null,
  fix_order_id text not null,
  is_over boolean not null,
  constraint fix_parts_pkey PRIMARY KEY (order_id)
);

create table fix_sessions (
  key_id text not null,
  member_id text not null,
  epoch integer not null,
  next_in bigint not null,
  next_out bigint not null,
  logged_on_at bigint not null,
  constraint fix_sessions_pkey PRIMARY KEY (key_id)
);

create table freezes (
  member_id text not null,
  frozen_by jsonb not null,
  alone jsonb not null default '[]'::jsonb,
  constraint freezes_pkey PRIMARY KEY (member_id)
);

create table halts (
  subject text not null,
  since bigint not null,
  reason text not null,
  ended_at bigint,
  constraint halts_pkey PRIMARY KEY (subject)
);

create table heads (
  seq bigint not null,
  hash bytea not null,
  ts bigint not null,
  constraint heads_pkey PRIMARY KEY (seq),
  constraint heads_hash_check CHECK ((length(hash) = 32))
);

create table house_balances (
  kind text not null,
  balance_yen bigint not null,
  constraint house_balances_pkey PRIMARY KEY (kind)
);

create table idempotency (
  key uuid not null,
  member text not null,
  seq bigint not null,
  request bytea not null,
  answer text not null,
  constraint idempotency_pkey PRIMARY KEY (key, member)
);

create table identity_appeal_texts (
  id text not null,
  member_id text not null,
  text text not null,
  salt bytea not null,
  at bigint not null,
  constraint identity_appeal_texts_pkey PRIMARY KEY (id)
);

create table identity_appeals (
  id text not null,
  member_id text not null,
  attempt integer not null,
  text_id text not null,
  text_hash text not null,
  state text not null,
  excluded jsonb not null,
  filed_at bigint not null,
  decided_at bigint,
  constraint identity_appeals_pkey PRIMARY KEY (id),
  constraint identity_appeals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'upheld'::text, 'overturned'::text])))
);
CREATE INDEX identity_appeals_of_member ON public.identity_appeals USING btree (member_id, filed_at);

create table identity_details (
  id text not null,
  member_id text not null,
  name text not null,
  kana text not null,
  document_type text not null,
  number_sealed bytea not null,
  number_hash bytea not null,
  salt bytea not null,
  at bigint not null,
  birth_date text,
  postal_code text,
  address text,
  occupation text,
  purpose text,
  person_hash bytea,
  constraint identity_details_pkey PRIMARY KEY (id),
  constraint identity_details_document_type_check CHECK ((document_type = ANY (ARRAY['licence'::text, 'residence-card'::text, 'passport'::text]))),
  constraint identity_details_occupation_check CHECK ((occupation = ANY (ARRAY['employee'::text, 'officer'::text, 'self-employed'::text, 'public'::text, 'student'::text, 'homemaker'::text, 'retired'::text, 'other'::text]))),
  constraint identity_details_purpose_check CHECK ((purpose = ANY (ARRAY['learning'::text, 'long-term'::text, 'income'::text, 'short-term'::text])))
);
CREATE INDEX identity_details_by_number ON public.identity_details USING btree (number_hash);
CREATE INDEX identity_details_by_person ON public.identity_details USING btree (person_hash);
CREATE INDEX identity_details_of_member ON public.identity_details USING btree (member_id, at);

create table identity_pictures (
  image_id text not null,
  member_id text not null,
  side text not null,
  sha256 text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  at bigint not null,
  constraint identity_pictures_pkey PRIMARY KEY (image_id),
  constraint identity_pictures_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text])))
);
CREATE INDEX identity_pictures_of_member ON public.identity_pictures USING btree (member_id, side, at);

create table investor_profiles (
  member_id text not null,
  occupation text not null,
  income text not null,
  assets text not null,
  experience text not null,
  purpose text not null,
  insider_tie text not null,
  insider_code text,
  at bigint not null,
  constraint investor_profiles_pkey PRIMARY KEY (member_id),
  constraint investor_profiles_purpose_check CHECK ((purpose = ANY (ARRAY['learning'::text, 'long-term'::text, 'income'::text, 'short-term'::text])))
);

create table invitation_codes (
  code text not null,
  kind text not null,
  owner text,
  uses_left integer,
  expires_at bigint,
  batch text,
  uses_at_first integer,
  begins_at bigint,
  constraint invitation_codes_owner_key UNIQUE (owner),
  constraint invitation_codes_pkey PRIMARY KEY (code),
  constraint invitation_codes_kind_check CHECK ((kind = ANY (ARRAY['demo'::text, 'member'::text, 'batch'::text]))),
  constraint invitation_codes_uses_left_check CHECK ((uses_left >= 0))
);
CREATE INDEX invitation_codes_of_batch ON public.invitation_codes USING btree (batch, code) WHERE (batch IS NOT NULL);

create table ipo_results (
  id text not null,
  code text not null,
  offer_tenths bigint not null,
  applications integer not null,
  wanted_units bigint not null,
  decided_at bigint not null,
  passed_on_at bigint,
  ended_at bigint,
  listed_at bigint,
  is_void boolean not null,
  constraint ipo_results_pkey PRIMARY KEY (id),
  constraint ipo_results_applications_check CHECK ((applications > 0)),
  constraint ipo_results_offer_tenths_check CHECK ((offer_tenths > 0)),
  constraint ipo_results_wanted_units_check CHECK ((wanted_units > 0))
);

create table ipo_wins (
  id text not null,
  offering_id text not null,
  member_id text not null,
  units bigint not null,
  state text not null,
  payable_yen bigint not null,
  paid_yen bigint not null,
  confirm_by bigint not null,
  won_at bigint not null,
  changed_at bigint not null,
  lot_id text,
  constraint ipo_wins_pkey PRIMARY KEY (id),
  constraint ipo_wins_offering_id_fkey FOREIGN KEY (offering_id) REFERENCES ipo_results(id),
  constraint ipo_wins_check CHECK (((paid_yen = 0) OR (paid_yen = payable_yen))),
  constraint ipo_wins_check1 CHECK (((state = 'approved'::text) = (paid_yen > 0))),
  constraint ipo_wins_check2 CHECK (((lot_id IS NULL) OR (state = 'approved'::text))),
  constraint ipo_wins_payable_yen_check CHECK ((payable_yen > 0)),
  constraint ipo_wins_state_check CHECK ((state = ANY (ARRAY['won'::text, 'approved'::text, 'declined'::text, 'lapsed'::text, 'void'::text]))),
  constraint ipo_wins_units_check CHECK ((units > 0))
);
CREATE INDEX ipo_wins_of_member ON public.ipo_wins USING btree (member_id);
CREATE INDEX ipo_wins_of_offering ON public.ipo_wins USING btree (offering_id);

create table job_runs (
  name text not null,
  ran_for bigint not null,
  constraint job_runs_pkey PRIMARY KEY (name)
);

create table journal (
  seq bigint not null,
  ts bigint not null,
  type text not null,
  record bytea not null,
  hash bytea not null,
  constraint journal_pkey PRIMARY KEY (seq),
  constraint journal_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX journal_of_operators ON public.journal USING btree (seq) WHERE (type ~~ 'staff.%'::text);

create table journal_checks (
  id text not null,
  asked_by text not null,
  begun_at bigint not null,
  ended_at bigint,
  status text not null,
  to_seq bigint,
  head text,
  bad_seq bigint,
  what text,
  accounts bigint,
  entries bigint,
  constraint journal_checks_pkey PRIMARY KEY (id),
  constraint ended_with_a_word CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  constraint journal_checks_status_check CHECK ((status = ANY (ARRAY['running'::text, 'intact'::text, 'broken'::text, 'failed'::text])))
);

create table journal_nodes (
  level integer not null,
  index bigint not null,
  hash bytea not null,
  constraint journal_nodes_pkey PRIMARY KEY (level, index),
  constraint journal_nodes_hash_check CHECK ((length(hash) = 32)),
  constraint journal_nodes_level_check CHECK ((level >= 8))
);

create table key_fingerprints (
  name text not null,
  salt bytea not null,
  hash bytea not null,
  constraint key_fingerprints_pkey PRIMARY KEY (name)
);

create table known_devices (
  member_id text not null,
  device_hash bytea not null,
  first_at bigint not null,
  factor_since bigint,
  proven_at bigint,
  constraint known_devices_pkey PRIMARY KEY (member_id, device_hash)
);

create table lease (
  one boolean not null default true,
  epoch bigint not null default 0,
  seq bigint not null default '-1'::integer,
  head bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  ts bigint not null default 0,
  row_seal bytea,
  constraint lease_pkey PRIMARY KEY (one),
  constraint lease_head_check CHECK ((length(head) = 32)),
  constraint lease_one_check CHECK (one)
);

create table led_accounts (
  id text not null,
  member_id text not null,
  constraint led_accounts_pkey PRIMARY KEY (id)
);

create table liabilities (
  day text not null,
  size bigint not null,
  at bigint not null,
  members integer not null,
  root text not null,
  total bigint not null,
  bank bigint not null,
  market bigint not null,
  tiles bytea not null,
  house text,
  auditor text,
  constraint liabilities_pkey PRIMARY KEY (day),
  constraint liabilities_members_check CHECK ((members >= 0)),
  constraint liabilities_total_check CHECK ((total >= 0))
);

create table liability_leaves (
  day text not null,
  place integer not null,
  member_id text not null,
  yen bigint not null,
  constraint liability_leaves_pkey PRIMARY KEY (day, place),
  constraint liability_leaves_yen_check CHECK ((yen >= 0))
);
CREATE UNIQUE INDEX liability_leaves_member ON public.liability_leaves USING btree (member_id, day);

create table listings (
  id text not null,
  kind text not null,
  terms jsonb not null,
  hash text not null,
  opens_at bigint not null,
  closes_at bigint not null,
  published_at bigint not null,
  signers jsonb not null,
  voided_at bigint,
  void_reason text,
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_kind_check CHECK ((kind = ANY (ARRAY['ipo'::text, 'block-sale'::text, 'day-inventory'::text, 'ai-card'::text, 'copy-product'::text])))
);
CREATE INDEX listings_of_kind ON public.listings USING btree (kind, opens_at);

create table loan_appeal_texts (
  id text not null,
  member_id text not null,
  text text not null,
  salt bytea not null,
  at bigint not null,
  constraint loan_appeal_texts_pkey PRIMARY KEY (id)
);

create table loan_appeals (
  id text not null,
  member_id text not null,
  loan_id text not null,
  text_id text not null,
  text_hash text not null,
  state text not null,
  excluded jsonb not null,
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint,
  constraint loan_appeals_loan_id_key UNIQUE (loan_id),
  constraint loan_appeals_pkey PRIMARY KEY (id),
  constraint loan_appeals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'overturned'::text, 'withdrawn'::text])))
);

create table loan_details (
  id text not null,
  member_id text not null,
  name text not null,
  number_sealed bytea not null,
  address text not null,
  contact text not null,
  email text not null,
  salt bytea not null,
  at bigint not null,
  constraint loan_details_pkey PRIMARY KEY (id)
);
CREATE INDEX loan_details_member ON public.loan_details USING btree (member_id);

create table loan_entries (
  loan_id text not null,
  seq bigint not null,
  n integer not null,
  member_id text not null,
  kind text not null,
  yen bigint not null,
  principal_yen bigint not null,
  day text not null,
  at bigint not null,
  constraint loan_entries_pkey PRIMARY KEY (loan_id, seq, n),
  constraint loan_entries_kind_check CHECK ((kind = ANY (ARRAY['lent'::text, 'interest'::text, 'repaid'::text]))),
  constraint loan_entries_principal_yen_check CHECK ((principal_yen >= 0)),
  constraint loan_entries_yen_check CHECK ((yen > 0))
);
CREATE INDEX loan_entries_member ON public.loan_entries USING btree (member_id);

create table loans (
  id text not null,
  number integer not null,
  member_id text not null,
  yen bigint not null,
  rate_ppm integer not null,
  income_yen bigint not null,
  details_hash text not null,
  state text not null,
  applied_at bigint not null,
  decided_at bigint,
  reason text,
  refused_by jsonb not null,
  lent_at bigint,
  principal_yen bigint not null,
  carried_yen bigint not null,
  since text,
  paid_interest_yen bigint not null,
  on_time integer not null,
  late integer not null,
  ended_at bigint,
  constraint loans_number_key UNIQUE (number),
  constraint loans_pkey PRIMARY KEY (id),
  constraint loans_carried_yen_check CHECK ((carried_yen >= 0)),
  constraint loans_check CHECK (((principal_yen >= 0) AND (principal_yen <= yen))),
  constraint loans_check1 CHECK (((state = ANY (ARRAY['open'::text, 'repaid'::text])) = (since IS NOT NULL))),
  constraint loans_check2 CHECK (((state = 'open'::text) OR (principal_yen = 0))),
  constraint loans_check3 CHECK (((state <> 'open'::text) OR (principal_yen > 0))),
  constraint loans_income_yen_check CHECK ((income_yen >= 0)),
  constraint loans_paid_interest_yen_check CHECK ((paid_interest_yen >= 0)),
  constraint loans_rate_ppm_check CHECK ((rate_ppm > 0)),
  constraint loans_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'open'::text, 'repaid'::text, 'refused'::text, 'cancelled'::text]))),
  constraint loans_yen_check CHECK ((yen > 0))
);
CREATE INDEX loans_member ON public.loans USING btree (member_id);
CREATE UNIQUE INDEX loans_pending ON public.loans USING btree (member_id) WHERE (state = 'pending'::text);

create table loss_cuts (
  lot_id text not null,
  seq bigint not null,
  member_id text not null,
  quantity bigint not null,
  ratio_bp integer not null,
  decided_at bigint not null,
  print_code text,
  print_date text,
  print_no bigint,
  print_tenths bigint,
  print_at bigint,
  constraint loss_cuts_pkey PRIMARY KEY (lot_id, seq),
  constraint loss_cuts_quantity_check CHECK ((quantity > 0))
);

create table lot_deliveries (
  member_id text not null,
  seq bigint not null,
  kind text not null,
  lot_id text not null,
  number text not null,
  code text not null,
  quantity bigint not null,
  price_tenths bigint not null,
  charges_yen bigint not null,
  trade_date text not null,
  settlement_date text not null,
  at bigint not null,
  constraint lot_deliveries_pkey PRIMARY KEY (member_id, seq),
  constraint lot_deliveries_kind_check CHECK ((kind = ANY (ARRAY['take'::text, 'give'::text]))),
  constraint lot_deliveries_quantity_check CHECK ((quantity > 0))
);

create table lot_splits (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  quantity bigint not null,
  open_quantity bigint not null,
  open_price_tenths bigint not null,
  constraint lot_splits_pkey PRIMARY KEY (lot_id, ex_date),
  constraint lot_splits_open_quantity_check CHECK ((open_quantity > 0)),
  constraint lot_splits_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX lot_splits_member ON public.lot_splits USING btree (member_id, ex_date);

create table lots (
  id text not null,
  number text not null,
  order_id text not null,
  member_id text not null,
  code text not null,
  side text not null,
  leverage_tenths integer not null,
  quantity bigint not null,
  open_quantity bigint not null,
  closing_quantity bigint not null,
  open_price_tenths bigint not null,
  margin_yen bigint not null,
  open_fee_yen bigint not null,
  close_fee_yen bigint not null,
  charges_yen bigint not null,
  realized_yen bigint not null,
  closed_yen bigint not null,
  take_profit_tenths bigint,
  stop_loss_tenths bigint,
  triggered_by text,
  trade_date text not null,
  settlement_date text not null,
  opened_at bigint not null,
  closed_at bigint,
  status text not null,
  exits_at bigint not null,
  source text not null default 'order'::text,
  trail_tenths bigint,
  trail_bp integer,
  trailed_at bigint,
  constraint lots_pkey PRIMARY KEY (id),
  constraint lots_check CHECK (((open_quantity >= 0) AND (open_quantity <= quantity))),
  constraint lots_check1 CHECK (((closing_quantity >= 0) AND (closing_quantity <= open_quantity))),
  constraint lots_margin_yen_check CHECK ((margin_yen >= 0)),
  constraint lots_quantity_check CHECK ((quantity > 0)),
  constraint lots_side_check CHECK ((side = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint lots_source_check CHECK ((source = ANY (ARRAY['order'::text, 'ipo'::text, 'block-sale'::text, 'day-trade'::text]))),
  constraint lots_status_check CHECK ((status = ANY (ARRAY['holding'::text, 'closing'::text, 'closed'::text]))),
  constraint lots_trail_check CHECK (((trail_tenths IS NULL) OR (trail_bp IS NULL))),
  constraint lots_triggered_by_check CHECK ((triggered_by = ANY (ARRAY['take-profit'::text, 'stop-loss'::text, 'forced-call'::text, 'loss-cut'::text, 'day-close'::text, 'day-left'::text])))
);
CREATE INDEX lots_of_member ON public.lots USING btree (member_id, id);

create table margin_calls (
  member_id text not null,
  trade_date text not null,
  amount_yen bigint not null,
  before_yen bigint not null,
  notional_yen bigint not null,
  met_yen bigint not null,
  made_at bigint not null,
  made_seq bigint not null,
  deadline_at bigint not null,
  state text not null,
  ended_at bigint,
  constraint margin_calls_pkey PRIMARY KEY (member_id, trade_date),
  constraint margin_calls_amount_yen_check CHECK ((amount_yen > 0)),
  constraint margin_calls_before_yen_check CHECK ((before_yen >= 0)),
  constraint margin_calls_check CHECK (((met_yen >= 0) AND (met_yen <= amount_yen))),
  constraint margin_calls_notional_yen_check CHECK ((notional_yen > 0)),
  constraint margin_calls_state_check CHECK ((state = ANY (ARRAY['open'::text, 'met'::text, 'forced'::text, 'closed'::text])))
);

create table margin_closes (
  member_id text not null,
  trade_date text not null,
  held_yen bigint not null,
  notional_yen bigint not null,
  constraint margin_closes_pkey PRIMARY KEY (member_id),
  constraint margin_closes_notional_yen_check CHECK ((notional_yen >= 0))
);

create table market_days (
  trade_date text not null,
  part integer not null,
  joins boolean not null,
  commitment text not null,
  committed_at bigint not null,
  seed text,
  closes_hash text,
  file_hash text,
  revealed_at bigint,
  constraint market_days_pkey PRIMARY KEY (trade_date, part)
);

create table market_gap_prices (
  from_at bigint not null,
  code text not null,
  from_tenths bigint not null,
  to_tenths bigint not null,
  constraint market_gap_prices_pkey PRIMARY KEY (from_at, code)
);

create table market_gaps (
  from_at bigint not null,
  to_at bigint not null,
  constraint market_gaps_pkey PRIMARY KEY (from_at)
);

create table market_recorded (
  one boolean not null default true,
  until_at bigint not null,
  constraint market_recorded_pkey PRIMARY KEY (one),
  constraint market_recorded_one_check CHECK (one)
);

create table member_balances (
  member_id text not null,
  available bigint,
  unsettled bigint,
  order_hold bigint,
  lot_margin bigint,
  withdrawal_hold bigint,
  subscription_hold bigint,
  dividend_hold bigint,
  paid_shares bigint,
  loan bigint,
  shortfall bigint,
  constraint member_balances_pkey PRIMARY KEY (member_id),
  constraint debts_not_above_zero CHECK (((loan <= 0) AND (shortfall <= 0))),
  constraint own_money_not_below_zero CHECK (((available >= 0) AND (unsettled >= 0) AND (order_hold >= 0) AND (lot_margin >= 0) AND (withdrawal_hold >= 0) AND (subscription_hold >= 0) AND (dividend_hold >= 0) AND (paid_shares >= 0)))
);

create table member_notes (
  id text not null,
  member_id text not null,
  kind text not null,
  words text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  at bigint not null,
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'tag'::text, 'untag'::text]))),
  constraint member_notes_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);
CREATE INDEX member_notes_of_member ON public.member_notes USING btree (member_id, at DESC, id DESC);

create table members (
  id text not null,
  number integer not null,
  level text not null,
  opened_at bigint not null,
  frozen_at bigint,
  held_until bigint,
  withdrawals_closed_until bigint,
  trading_limited_until bigint,
  rests_because text,
  constraint members_number_key UNIQUE (number),
  constraint members_pkey PRIMARY KEY (id),
  constraint members_level_check CHECK ((level = ANY (ARRAY['experience'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text, 'core'::text])))
);

create table message_reads (
  member_id text not null,
  up_to text not null,
  constraint message_reads_pkey PRIMARY KEY (member_id)
);

create table message_reads_of_one (
  member_id text not null,
  id text not null,
  constraint message_reads_of_one_pkey PRIMARY KEY (member_id, id)
);

create table messages (
  member_id text not null,
  id text not null,
  kind text not null,
  args jsonb not null,
  order_id text,
  lot_id text,
  at bigint not null,
  about text,
  constraint messages_pkey PRIMARY KEY (member_id, id)
);
CREATE INDEX messages_by_time ON public.messages USING btree (member_id, at, id);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table minute_bars (
  code text not null,
  at bigint not null,
  trade_date text not null,
  open_tenths bigint not null,
  high_tenths bigint not null,
  low_tenths bigint not null,
  close_tenths bigint not null,
  volume bigint not null,
  last_no integer not null,
  source text not null,
  constraint minute_bars_pkey PRIMARY KEY (code, at)
);
CREATE INDEX minute_bars_at ON public.minute_bars USING brin (at);

create table new_issues (
  code text not null,
  names jsonb not null,
  profile jsonb not null,
  sector text not null,
  segment text not null,
  shares_outstanding bigint not null,
  offer_tenths bigint not null,
  issue_on text not null,
  listed_at bigint not null,
  withdrawn_at bigint,
  constraint new_issues_pkey PRIMARY KEY (code),
  constraint new_issues_offer_tenths_check CHECK ((offer_tenths > 0)),
  constraint new_issues_segment_check CHECK ((segment = ANY (ARRAY['growth'::text, 'standard'::text, 'prime'::text]))),
  constraint new_issues_shares_outstanding_check CHECK ((shares_outstanding > 0))
);

create table news (
  id text not null,
  kind text not null,
  at bigint not null,
  words text,
  args jsonb not null,
  codes text[] not null,
  source text,
  lang text,
  title text,
  body text,
  link text,
  corrects text,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_kind_check CHECK ((kind = ANY (ARRAY['disclosure'::text, 'market'::text, 'notice'::text, 'article'::text, 'feed'::text])))
);
CREATE INDEX news_corrections ON public.news USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX news_in_time ON public.news USING btree (at DESC, id DESC);
CREATE INDEX news_of_issues ON public.news USING gin (codes);

create table news_feeds (
  id text not null,
  address text not null,
  is_on boolean not null,
  at bigint not null,
  constraint news_feeds_pkey PRIMARY KEY (id)
);

create table notice_publications (
  id text not null,
  sha256 text not null,
  at bigint not null,
  kind text not null default 'notice'::text,
  told_to integer,
  constraint notice_publications_pkey PRIMARY KEY (id),
  constraint notice_publications_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'article'::text])))
);

create table notices (
  id text not null,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at bigint not null,
  kind text not null default 'notice'::text,
  codes text[] not null default '{}'::text[],
  corrects text,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['notice'::text, 'article'::text])))
);

create table one_taps (
  member_id text not null,
  devices jsonb not null,
  constraint one_taps_pkey PRIMARY KEY (member_id)
);

create table operator_acts (
  id text not null,
  approval_id text not null,
  member_id text,
  power text not null,
  subject text not null,
  reason text,
  text_id text,
  text_hash text,
  signatures jsonb not null,
  at bigint not null,
  constraint operator_acts_approval_id_key UNIQUE (approval_id),
  constraint operator_acts_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_acts_by_subject ON public.operator_acts USING btree (subject);
CREATE INDEX operator_acts_of_member ON public.operator_acts USING btree (member_id, id);

create table operator_drafts (
  operator_id text not null,
  name text not null,
  value text not null,
  at bigint not null,
  constraint operator_drafts_pkey PRIMARY KEY (operator_id, name)
);

create table operator_names (
  id text not null,
  operator_id text not null,
  name text not null,
  since bigint not null,
  named_by jsonb not null,
  constraint operator_names_pkey PRIMARY KEY (id),
  constraint operator_names_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE INDEX operator_names_of_operator ON public.operator_names USING btree (operator_id);

create table operator_passkeys (
  id text not null,
  operator_id text not null,
  public_key text not null,
  transports text not null,
  counter bigint not null,
  since bigint not null,
  ended_at bigint,
  constraint operator_passkeys_pkey PRIMARY KEY (id),
  constraint operator_passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE INDEX operator_passkeys_of_operator ON public.operator_passkeys USING btree (operator_id);

create table operator_reads (
  id text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  member_id text not null,
  what text not null,
  at bigint not null,
  constraint operator_reads_pkey PRIMARY KEY (id),
  constraint operator_reads_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);
CREATE INDEX operator_reads_of_member ON public.operator_reads USING btree (member_id, id);

create table operator_roles (
  id text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  since bigint not null,
  until bigint,
  reason text not null,
  granted_by jsonb not null,
  ended_at bigint,
  ended_by jsonb,
  constraint operator_roles_pkey PRIMARY KEY (id),
  constraint operator_roles_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint operator_roles_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);
CREATE INDEX operator_roles_of_operator ON public.operator_roles USING btree (operator_id);

create table operator_searches (
  id text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  words text not null,
  found integer not null,
  at bigint not null,
  constraint operator_searches_pkey PRIMARY KEY (id),
  constraint operator_searches_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);
CREATE INDEX operator_searches_at ON public.operator_searches USING btree (at DESC, id DESC);
CREATE INDEX operator_searches_operator ON public.operator_searches USING btree (operator_id, at DESC);

create table operator_sessions (
  id text not null,
  operator_id text not null,
  token_hash bytea not null,
  factor text not null,
  started_at bigint not null,
  seen_at bigint not null,
  ended_at bigint,
  mac bytea,
  seen_mac bytea,
  version bigint not null default 0,
  before_hash bytea,
  before_since bigint,
  before_mac bytea,
  constraint operator_sessions_token_hash_key UNIQUE (token_hash),
  constraint operator_sessions_pkey PRIMARY KEY (id),
  constraint operator_sessions_factor_check CHECK ((factor = ANY (ARRAY['code'::text, 'passkey'::text])))
);
CREATE INDEX operator_sessions_before ON public.operator_sessions USING btree (before_hash) WHERE ((ended_at IS NULL) AND (before_hash IS NOT NULL));
CREATE INDEX operator_sessions_changed ON public.operator_sessions USING btree (version) WHERE (version > 0);
CREATE INDEX operator_sessions_open ON public.operator_sessions USING btree (operator_id) WHERE (ended_at IS NULL);

create table operator_views (
  operator_id text not null,
  table_name text not null,
  name text not null,
  query text not null,
  at bigint not null,
  constraint operator_views_pkey PRIMARY KEY (operator_id, table_name, name)
);

create table operators (
  id text not null,
  role text not null,
  number integer not null,
  public_key text not null,
  is_demo boolean not null,
  since bigint not null,
  invite text,
  invite_until bigint,
  invited_by jsonb,
  ended_at bigint,
  constraint operators_role_number_key UNIQUE (role, number),
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'reviewer'::text, 'treasurer'::text, 'listing'::text, 'auditor'::text, 'administrator'::text])))
);

create table order_templates (
  member_id text not null,
  templates jsonb not null,
  constraint order_templates_pkey PRIMARY KEY (member_id)
);

create table orders (
  id text not null,
  number text not null,
  member_id text not null,
  code text not null,
  purpose text not null,
  side text not null,
  type text not null,
  quantity bigint not null,
  filled_quantity bigint not null,
  filled_yen bigint not null,
  price_tenths bigint,
  leverage_tenths integer not null,
  take_profit_tenths bigint,
  stop_loss_tenths bigint,
  reserve_tenths bigint,
  hold_available_yen bigint not null,
  hold_unsettled_yen bigint not null,
  margin_yen bigint not null,
  fee_yen bigint not null,
  quoted_price_tenths bigint,
  quoted_notional_yen bigint not null,
  quoted_margin_yen bigint not null,
  quoted_fee_yen bigint not null,
  lot_id text,
  origin text not null,
  ord_status text not null,
  status text not null,
  cancel_asked boolean not null,
  reason text,
  profit_yen bigint,
  lots_open integer not null,
  lots_closing integer not null,
  venue_seq bigint,
  last_exec_no bigint not null,
  trade_date text not null,
  placed_at bigint not null,
  updated_at bigint not null,
  condition text not null,
  time_in_force text not null,
  trigger_tenths bigint,
  valid_until text not null,
  amend_price_tenths bigint,
  amend_quantity bigint,
  fee_ppm integer not null,
  fee_min_yen bigint not null,
  fee_max_yen bigint not null,
  source text not null default 'order'::text,
  trail_tenths bigint,
  trail_bp integer,
  trail_limit_tenths bigint,
  exit_trail_tenths bigint,
  exit_trail_bp integer,
  trigger_at bigint not null,
  amend_exits jsonb,
  exits_at bigint,
  fee_group text,
  fee_group_yen bigint not null default 0,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_check CHECK (((filled_quantity >= 0) AND (filled_quantity <= quantity))),
  constraint orders_exit_trail_check CHECK (((exit_trail_tenths IS NULL) OR (exit_trail_bp IS NULL))),
  constraint orders_hold_available_yen_check CHECK ((hold_available_yen >= 0)),
  constraint orders_hold_unsettled_yen_check CHECK ((hold_unsettled_yen >= 0)),
  constraint orders_ord_status_check CHECK ((ord_status = ANY (ARRAY['ARMED'::text, 'HELD'::text, 'PENDING_NEW'::text, 'UNKNOWN'::text, 'NEW'::text, 'PARTIALLY_FILLED'::text, 'FILLED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text]))),
  constraint orders_purpose_check CHECK ((purpose = ANY (ARRAY['open'::text, 'close'::text]))),
  constraint orders_quantity_check CHECK ((quantity > 0)),
  constraint orders_side_check CHECK ((side = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint orders_source_check CHECK ((source = ANY (ARRAY['order'::text, 'day-trade'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'holding'::text, 'closing'::text, 'closed'::text, 'cancelled'::text, 'expired'::text, 'rejected'::text]))),
  constraint orders_trail_check CHECK (((trail_tenths IS NULL) OR (trail_bp IS NULL))),
  constraint orders_type_check CHECK ((type = ANY (ARRAY['market'::text, 'limit'::text, 'stop'::text, 'stop-limit'::text])))
);
CREATE INDEX orders_by_number ON public.orders USING btree (number);
CREATE INDEX orders_in_time ON public.orders USING brin (placed_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX orders_of_member ON public.orders USING btree (member_id, id);

create table outbox (
  id text not null,
  channel text not null,
  kind text not null,
  body jsonb,
  state text not null,
  tries integer not null,
  made_at bigint not null,
  next_at bigint not null,
  done_at bigint,
  problem text,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['inbox'::text, 'push'::text, 'mail'::text, 'sms'::text, 'operator-mail'::text, 'webhook'::text, 'member-webhook'::text, 'firm-webhook'::text]))),
  constraint outbox_check CHECK (((state = ANY (ARRAY['sent'::text, 'dropped'::text])) = (body IS NULL))),
  constraint outbox_check1 CHECK (((state = 'waiting'::text) = (done_at IS NULL))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text, 'dead'::text])))
);
CREATE INDEX outbox_done ON public.outbox USING btree (channel, done_at) WHERE (state <> 'waiting'::text);
CREATE INDEX outbox_due ON public.outbox USING btree (channel, next_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_failed ON public.outbox USING btree (made_at) WHERE ((problem IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'dead'::text])));

create table outbox_marks (
  name text not null,
  up_to text not null,
  constraint outbox_marks_pkey PRIMARY KEY (name)
);

create table passkeys (
  id text not null,
  member_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  synced boolean not null,
  made_at bigint not null,
  used_at bigint,
  mac bytea,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_counter_check CHECK ((counter >= 0))
);
CREATE INDEX passkeys_of_member ON public.passkeys USING btree (member_id);

create table password_failures (
  subject text not null,
  failures integer not null,
  first_at bigint not null,
  locks integer not null,
  locked_until bigint not null,
  constraint password_failures_pkey PRIMARY KEY (subject)
);

create table phone_codes (
  mobile text not null,
  purpose text not null,
  asker bytea not null,
  code_hash bytea not null,
  expires_at bigint not null,
  tries integer not null default 0,
  constraint phone_codes_pkey PRIMARY KEY (mobile, purpose, asker),
  constraint phone_codes_purpose_check CHECK ((purpose = ANY (ARRAY['number'::text, 'recovery'::text, 'factor'::text])))
);
CREATE INDEX phone_codes_expired ON public.phone_codes USING btree (expires_at);

create table public_heads (
  size bigint not null,
  root text not null,
  at bigint not null,
  house text not null,
  auditor text not null,
  constraint public_heads_pkey PRIMARY KEY (size)
);

create table push_devices (
  id text not null,
  member_id text not null,
  session_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  lang text not null,
  since bigint not null,
  constraint push_devices_pkey PRIMARY KEY (id)
);
CREATE INDEX push_devices_of_member ON public.push_devices USING btree (member_id);

create table push_refusals (
  member_id text not null,
  kind_group text not null,
  constraint push_refusals_pkey PRIMARY KEY (member_id, kind_group)
);

create table queue_assignments (
  queue text not null,
  subject text not null,
  operator_id text not null,
  at bigint not null,
  constraint queue_assignments_pkey PRIMARY KEY (queue, subject)
);

create table quiz_results (
  member_id text not null,
  tries integer not null,
  tried_at bigint not null,
  correct integer not null,
  wrong jsonb not null,
  passed_at bigint,
  constraint quiz_results_pkey PRIMARY KEY (member_id)
);

create table realized (
  member_id text not null,
  trade_date text not null,
  day_yen bigint not null,
  year_yen bigint not null,
  constraint realized_pkey PRIMARY KEY (member_id)
);

create table recovery_sets (
  id text not null,
  asked_at bigint not null,
  codes jsonb not null,
  made_at bigint,
  ended_at bigint,
  constraint recovery_sets_pkey PRIMARY KEY (id)
);

create table refund_details (
  hash text not null,
  line_id text not null,
  holder text not null,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  type text not null,
  number text not null,
  salt bytea not null,
  at bigint not null,
  constraint refund_details_pkey PRIMARY KEY (hash),
  constraint refund_details_type_check CHECK ((type = ANY (ARRAY['ordinary'::text, 'current'::text, 'savings'::text, 'other'::text])))
);
CREATE INDEX refund_details_by_line ON public.refund_details USING btree (line_id);

create table refund_entries (
  id text not null,
  refund_id text not null,
  way text not null,
  yen bigint not null,
  line_id text not null,
  at bigint not null,
  constraint refund_entries_pkey PRIMARY KEY (id),
  constraint refund_entries_way_check CHECK ((way = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint refund_entries_yen_check CHECK ((yen > 0))
);
CREATE INDEX refund_entries_by_line ON public.refund_entries USING btree (line_id);

create table refunds (
  id text not null,
  line_id text not null,
  yen bigint not null,
  member_id text,
  reference text not null,
  details_hash text not null,
  state text not null,
  reason text not null,
  decided_by text not null,
  decided_at bigint not null,
  transfer_id text,
  paid_at bigint,
  bounced_at bigint,
  earlier jsonb not null default '[]'::jsonb,
  constraint refunds_line_id_key UNIQUE (line_id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['approved'::text, 'paid'::text, 'bounced'::text]))),
  constraint refunds_yen_check CHECK ((yen > 0))
);
CREATE INDEX refunds_by_reference ON public.refunds USING btree (reference);
CREATE INDEX refunds_by_time ON public.refunds USING btree (decided_at);

create table risk_cases (
  id text not null,
  member_id text not null,
  state text not null,
  opened_at bigint not null,
  assigned_to text,
  closed_at bigint,
  reason text,
  ground text,
  opened_by text,
  to_seal boolean not null default false,
  constraint risk_cases_pkey PRIMARY KEY (id),
  constraint risk_cases_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint risk_cases_check1 CHECK (((state = 'closed'::text) = (reason IS NOT NULL))),
  constraint risk_cases_ground_check CHECK ((ground = ANY (ARRAY['member-report'::text, 'staff-observation'::text, 'identity-doubt'::text, 'money-doubt'::text, 'market-conduct'::text, 'authority-request'::text]))),
  constraint risk_cases_reason_check CHECK ((reason = ANY (ARRAY['explained'::text, 'false-signal'::text, 'member-protected'::text, 'reported'::text]))),
  constraint risk_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX risk_cases_by_time ON public.risk_cases USING btree (opened_at DESC, id DESC);
CREATE INDEX risk_cases_of_member ON public.risk_cases USING btree (member_id);
CREATE UNIQUE INDEX risk_cases_open ON public.risk_cases USING btree (member_id) WHERE (state = 'open'::text);

create table risk_signals (
  id text not null,
  case_id text not null,
  member_id text not null,
  rule text not null,
  key text not null,
  happened_at bigint not null,
  evidence text not null,
  others text not null,
  at bigint not null,
  constraint risk_signals_member_id_rule_key_key UNIQUE (member_id, rule, key),
  constraint risk_signals_pkey PRIMARY KEY (id),
  constraint risk_signals_case_id_fkey FOREIGN KEY (case_id) REFERENCES risk_cases(id),
  constraint risk_signals_rule_check CHECK ((rule = ANY (ARRAY['withdrawal-new-device'::text, 'shared-device'::text, 'payer-differs'::text, 'pass-through'::text, 'wash-trades'::text, 'small-cap-new-device'::text, 'listed-name'::text, 'same-document'::text])))
);
CREATE INDEX risk_signals_of_case ON public.risk_signals USING btree (case_id);

create table row_lists (
  name text not null,
  owner text not null,
  rows text not null,
  mac bytea not null,
  constraint row_lists_pkey PRIMARY KEY (name, owner)
);

create table schedules (
  id text not null,
  kind text not null,
  from_date text not null,
  body jsonb not null,
  published_at bigint not null,
  signers jsonb not null,
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_kind_check CHECK ((kind = ANY (ARRAY['fees'::text, 'limits'::text, 'invitations'::text, 'calendar'::text, 'hours'::text])))
);
CREATE INDEX schedules_of_kind ON public.schedules USING btree (kind, from_date);

create table sealed_entries (
  id text not null,
  case_id text not null,
  hash text not null,
  at bigint not null,
  constraint sealed_entries_pkey PRIMARY KEY (id)
);

create table sealed_images (
  id text not null,
  member_id text not null,
  purpose text not null,
  width integer not null,
  height integer not null,
  wrapped_key bytea,
  sealed bytea not null,
  at bigint not null,
  constraint sealed_images_pkey PRIMARY KEY (id)
);
CREATE INDEX sealed_images_of_member ON public.sealed_images USING btree (member_id, purpose, at);

create table sealed_months (
  month text not null,
  sealed integer not null,
  entries integer not null,
  disclosed integer not null,
  withheld integer not null,
  constraint sealed_months_pkey PRIMARY KEY (month)
);

create table sessions (
  id text not null,
  token_hash bytea not null,
  member_id text not null,
  started_at bigint not null,
  seen_at bigint not null,
  unlocked_at bigint,
  ended_at bigint,
  factor text not null default 'password'::text,
  device text not null default ''::text,
  device_key bytea,
  key_by text,
  key_seq bigint,
  known_device bytea,
  mac bytea,
  seen_mac bytea,
  device_hash bytea,
  version bigint not null default 0,
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_device_key CHECK (((device_key IS NULL) = (key_by IS NULL))),
  constraint sessions_factor_check CHECK ((factor = ANY (ARRAY['password'::text, 'passkey'::text, 'totp'::text]))),
  constraint sessions_key_by_check CHECK ((key_by = ANY (ARRAY['passkey'::text, 'session'::text])))
);
CREATE INDEX sessions_changed ON public.sessions USING btree (version) WHERE (version > 0);
CREATE INDEX sessions_of_member ON public.sessions USING btree (member_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_with_key ON public.sessions USING btree (member_id, key_seq) WHERE (key_seq IS NOT NULL);

create table settings (
  name text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table settlements (
  member_id text not null,
  due_date text not null,
  yen bigint not null,
  done boolean not null,
  constraint settlements_pkey PRIMARY KEY (member_id, due_date),
  constraint settlements_yen_check CHECK ((yen >= 1))
);
CREATE INDEX settlements_due ON public.settlements USING btree (due_date) WHERE (NOT done);

create table share_fractions (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  number text not null,
  code text not null,
  side text not null,
  fraction_ppm integer not null,
  price_tenths bigint not null,
  paid_yen bigint not null,
  charges_yen bigint not null,
  settlement_date text not null,
  at bigint not null,
  constraint share_fractions_pkey PRIMARY KEY (lot_id, ex_date),
  constraint share_fractions_fraction_ppm_check CHECK ((fraction_ppm > 0)),
  constraint share_fractions_side_check CHECK ((side = ANY (ARRAY['up'::text, 'down'::text])))
);
CREATE INDEX share_fractions_member ON public.share_fractions USING btree (member_id, ex_date);

create table signed_lists (
  id text not null,
  operator_id text not null,
  power text not null,
  root text not null,
  size integer not null,
  requests jsonb not null,
  asked_at bigint not null,
  signed_at bigint not null,
  signed_by text not null,
  ended_at bigint,
  refused jsonb not null,
  is_over boolean not null,
  constraint signed_lists_pkey PRIMARY KEY (id),
  constraint signed_lists_signed_by_check CHECK ((signed_by = ANY (ARRAY['passkey'::text, 'server'::text])))
);
CREATE INDEX signed_lists_hot ON public.signed_lists USING btree (id) WHERE (NOT is_over);

create table skipped_tours (
  member_id text not null,
  at bigint not null,
  constraint skipped_tours_pkey PRIMARY KEY (member_id)
);

create table sms_codes (
  mobile text not null,
  code_hash bytea not null,
  expires_at bigint not null,
  tries integer not null default 0,
  constraint sms_codes_pkey PRIMARY KEY (mobile)
);

create table staff_texts (
  id text not null,
  member_id text not null,
  text text not null,
  salt bytea not null,
  at bigint not null,
  constraint staff_texts_pkey PRIMARY KEY (id)
);

create table statement_files (
  id text not null,
  form text not null,
  lines integer not null,
  in_yen bigint not null,
  out_yen bigint not null,
  imported_by text not null,
  imported_at bigint not null,
  erased_at bigint,
  constraint statement_files_pkey PRIMARY KEY (id),
  constraint statement_files_form_check CHECK ((form = ANY (ARRAY['zengin'::text, 'csv'::text]))),
  constraint statement_files_lines_check CHECK ((lines > 0))
);

create table statement_lines (
  id text not null,
  kind text not null,
  yen bigint not null,
  reference text,
  payer_hash text,
  source text not null,
  booked_at bigint not null,
  used_for text,
  file_id text,
  number integer,
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text, 'returned'::text]))),
  constraint statement_lines_yen_check CHECK ((yen > 0))
);
CREATE INDEX statement_lines_by_time ON public.statement_lines USING btree (booked_at);
CREATE INDEX statement_lines_unused ON public.statement_lines USING btree (booked_at) WHERE (used_for IS NULL);

create table statement_originals (
  id text not null,
  bytes bytea not null,
  at bigint not null,
  constraint statement_originals_pkey PRIMARY KEY (id)
);

create table tax_accounts (
  member_id text not null,
  kind text not null,
  constraint tax_accounts_pkey PRIMARY KEY (member_id),
  constraint tax_accounts_kind_check CHECK ((kind = ANY (ARRAY['withholding'::text, 'plain'::text])))
);

create table tax_results (
  member_id text not null,
  settlement_date text not null,
  order_id text not null,
  lot_id text not null,
  code text not null,
  kind text not null,
  proceeds_yen bigint not null,
  gain_yen bigint not null,
  done boolean not null,
  trade_date text,
  quantity bigint,
  constraint tax_results_pkey PRIMARY KEY (member_id, settlement_date, order_id, lot_id),
  constraint tax_results_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'margin'::text])))
);

create table tax_rules (
  name text not null,
  since text not null,
  constraint tax_rules_pkey PRIMARY KEY (name)
);

create table tax_years (
  member_id text not null,
  year text not null,
  kind text not null,
  total_yen bigint not null,
  cash_proceeds_yen bigint not null,
  cash_gain_yen bigint not null,
  margin_proceeds_yen bigint not null,
  margin_gain_yen bigint not null,
  income_tax_yen bigint not null,
  local_tax_yen bigint not null,
  dividends_yen bigint not null,
  dividend_income_tax_yen bigint not null,
  dividend_local_tax_yen bigint not null,
  closed boolean not null,
  constraint tax_years_pkey PRIMARY KEY (member_id, year),
  constraint tax_years_dividend_income_tax_yen_check CHECK ((dividend_income_tax_yen >= 0)),
  constraint tax_years_dividend_local_tax_yen_check CHECK ((dividend_local_tax_yen >= 0)),
  constraint tax_years_income_tax_yen_check CHECK ((income_tax_yen >= 0)),
  constraint tax_years_kind_check CHECK ((kind = ANY (ARRAY['withholding'::text, 'plain'::text]))),
  constraint tax_years_local_tax_yen_check CHECK ((local_tax_yen >= 0))
);

create table transfer_files (
  id text not null,
  day text not null,
  withdrawal_ids jsonb not null,
  yen bigint not null,
  made_by text not null,
  made_at bigint not null,
  refund_ids jsonb not null default '[]'::jsonb,
  constraint transfer_files_pkey PRIMARY KEY (id),
  constraint transfer_files_yen_check CHECK ((yen > 0))
);

create table transfers (
  member_id text not null,
  seq bigint not null,
  n integer not null,
  debit text not null,
  credit text not null,
  yen bigint not null,
  tax_yen bigint not null,
  kind text not null,
  order_id text,
  lot_id text,
  code text,
  at bigint not null,
  trade_date text not null,
  constraint transfers_pkey PRIMARY KEY (member_id, seq, n),
  constraint transfers_yen_check CHECK ((yen >= 1))
);
CREATE INDEX transfers_corrections ON public.transfers USING btree (seq) WHERE (kind = 'correction'::text);
CREATE INDEX transfers_in_time ON public.transfers USING brin (seq, at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX transfers_of_house ON public.transfers USING btree (seq, n) WHERE ((debit = ANY (ARRAY['h:bank'::text, 'h:tax'::text, 'h:dividends'::text, 'h:interest'::text, 'h:stockLending'::text])) OR (credit = ANY (ARRAY['h:bank'::text, 'h:tax'::text, 'h:dividends'::text, 'h:interest'::text, 'h:stockLending'::text])));
CREATE INDEX transfers_shortfall ON public.transfers USING btree (at) WHERE (kind = 'shortfall'::text);

create table tries (
  name bytea not null,
  times bigint[] not null,
  until bigint not null,
  constraint tries_pkey PRIMARY KEY (name)
);
CREATE INDEX tries_over ON public.tries USING btree (until);

create table used_once (
  id bytea not null,
  until bigint not null,
  used_by bytea,
  outcome bytea,
  constraint used_once_pkey PRIMARY KEY (id)
);
CREATE INDEX used_once_over ON public.used_once USING btree (until);

create table venue_exceptions (
  id text not null,
  order_id text not null,
  member_id text,
  code text,
  exec_id text not null,
  fault text not null,
  said text not null,
  status text not null,
  at bigint not null,
  decided_at bigint,
  live boolean not null default true,
  more bigint not null default 0,
  constraint venue_exceptions_order_id_exec_id_key UNIQUE (order_id, exec_id),
  constraint venue_exceptions_pkey PRIMARY KEY (id),
  constraint venue_exceptions_check CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint venue_exceptions_fault_check CHECK ((fault = ANY (ARRAY['REPORT_FORM'::text, 'REPORT_STATE'::text, 'REPORT_QUANTITY'::text, 'REPORT_PRICE'::text, 'REPORT_LATE'::text, 'REPORT_UNKNOWN'::text, 'REPORT_BUST'::text, 'REPORT_CORRECTION'::text, 'REPORT_WAITS'::text]))),
  constraint venue_exceptions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'booked'::text, 'set-aside'::text])))
);
CREATE INDEX venue_exceptions_live ON public.venue_exceptions USING btree (id) WHERE live;
CREATE INDEX venue_exceptions_of_member ON public.venue_exceptions USING btree (member_id, id);

create table venue_executions (
  venue text not null,
  order_id text not null,
  exec_id text not null,
  exec_type text not null,
  n bigint not null,
  last_qty bigint not null,
  last_px_tenths bigint not null,
  live boolean not null,
  constraint venue_executions_pkey PRIMARY KEY (venue, order_id, exec_id, exec_type),
  constraint venue_executions_exec_type_check CHECK ((exec_type = ANY (ARRAY['NEW'::text, 'TRADE'::text, 'REPLACED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'REJECTED'::text, 'CANCEL_REJECTED'::text, 'AMEND_REJECTED'::text, 'RESTATED'::text, 'TRIGGERED'::text, 'SENT'::text, 'KEPT'::text, 'LOST'::text])))
);
CREATE INDEX venue_executions_live ON public.venue_executions USING btree (order_id) WHERE live;

create table venue_messages (
  name text not null,
  epoch integer not null,
  seq bigint not null,
  type text not null,
  fields jsonb not null,
  at bigint not null,
  constraint venue_messages_pkey PRIMARY KEY (name, epoch, seq),
  constraint venue_messages_type_check CHECK ((type = ANY (ARRAY['D'::text, 'F'::text, 'G'::text, 'H'::text])))
);

create table venue_orders (
  order_id text not null,
  stands integer not null,
  requests integer not null,
  asked jsonb,
  code text not null,
  side text not null,
  ord_type text not null,
  in_force text not null,
  good_until text,
  quantity bigint not null,
  price_tenths bigint,
  cum_qty bigint not null,
  is_taken boolean not null,
  is_over boolean not null,
  at bigint not null,
  is_done boolean not null,
  constraint venue_orders_pkey PRIMARY KEY (order_id),
  constraint venue_orders_in_force_check CHECK ((in_force = ANY (ARRAY['0'::text, '2'::text, '3'::text, '6'::text, '7'::text]))),
  constraint venue_orders_ord_type_check CHECK ((ord_type = ANY (ARRAY['1'::text, '2'::text]))),
  constraint venue_orders_side_check CHECK ((side = ANY (ARRAY['1'::text, '2'::text])))
);

create table venue_reports (
  name text not null,
  n bigint not null,
  order_id text not null,
  said jsonb not null,
  at bigint not null,
  is_done boolean not null,
  constraint venue_reports_pkey PRIMARY KEY (name, n)
);

create table venue_sessions (
  name text not null,
  epoch integer not null,
  next_in bigint not null,
  next_out bigint not null,
  started_on text,
  told bigint not null,
  constraint venue_sessions_pkey PRIMARY KEY (name)
);

create table verifications (
  member_id text not null,
  details_id text not null,
  details_hash text not null,
  front_id text not null,
  back_id text not null,
  front_state text not null,
  back_state text not null,
  front_reason text,
  back_reason text,
  decided_by jsonb not null,
  attempts integer not null,
  submitted_at bigint not null,
  decided_at bigint,
  facts_at bigint,
  twins integer,
  accepted_twins integer,
  erased_at bigint,
  constraint verifications_pkey PRIMARY KEY (member_id),
  constraint verifications_back_reason_check CHECK ((back_reason = ANY (ARRAY['expired'::text, 'image-unreadable'::text, 'image-incomplete'::text, 'wrong-document'::text, 'name-differs'::text, 'number-differs'::text, 'facts-differ'::text, 'duplicate'::text]))),
  constraint verifications_back_state_check CHECK ((back_state = ANY (ARRAY['none'::text, 'sent'::text, 'accepted'::text, 'rejected'::text]))),
  constraint verifications_front_reason_check CHECK ((front_reason = ANY (ARRAY['expired'::text, 'image-unreadable'::text, 'image-incomplete'::text, 'wrong-document'::text, 'name-differs'::text, 'number-differs'::text, 'facts-differ'::text, 'duplicate'::text]))),
  constraint verifications_front_state_check CHECK ((front_state = ANY (ARRAY['none'::text, 'sent'::text, 'accepted'::text, 'rejected'::text])))
);

create table wall_clock (
  id text not null,
  offset_ms bigint not null,
  constraint wall_clock_pkey PRIMARY KEY (id)
);

create table watchlists (
  member_id text not null,
  lists jsonb not null,
  screens jsonb not null,
  marks jsonb not null default '[]'::jsonb,
  columns jsonb not null default '[]'::jsonb,
  constraint watchlists_pkey PRIMARY KEY (member_id)
);

create table webhook_deliveries (
  id text not null,
  webhook_id text not null,
  member_id text not null,
  event_id text not null,
  type text not null,
  payload text not null,
  state text not null,
  by_hand_at bigint,
  tries integer not null,
  made_at bigint not null,
  tried_at bigint,
  next_at bigint,
  answered integer,
  problem text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
  constraint webhook_deliveries_type_check CHECK ((type = ANY (ARRAY['order.changed'::text, 'deposit.changed'::text, 'withdrawal.changed'::text, 'webhook.test'::text, 'deposit.state'::text, 'withdrawal.state'::text, 'closing.made'::text, 'reconciliation.off'::text])))
);
CREATE INDEX webhook_deliveries_by_hand ON public.webhook_deliveries USING btree (member_id, by_hand_at) WHERE (by_hand_at IS NOT NULL);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, made_at, id);

create table webhook_details (
  id text not null,
  member_id text not null,
  url text not null,
  salt bytea not null,
  constraint webhook_details_pkey PRIMARY KEY (id)
);

create table webhook_events (
  member_id text not null,
  id text not null,
  seq bigint not null,
  type text not null,
  webhook_ids jsonb not null,
  data jsonb not null,
  at bigint not null,
  constraint webhook_events_pkey PRIMARY KEY (member_id, id),
  constraint webhook_events_type_check CHECK ((type = ANY (ARRAY['order.changed'::text, 'deposit.changed'::text, 'withdrawal.changed'::text])))
);
CREATE INDEX webhook_events_order ON public.webhook_events USING btree (id);

create table webhooks (
  id text not null,
  member_id text not null,
  key_id text not null,
  events jsonb not null,
  details_hash text not null,
  state text not null,
  generation integer not null,
  rotated_at bigint,
  made_at bigint not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text, 'deleted'::text])))
);
CREATE INDEX webhooks_of_member ON public.webhooks USING btree (member_id, id);

create table withdrawals (
  id text not null,
  member_id text not null,
  account_id text not null,
  yen bigint not null,
  reference text not null,
  proven_by text not null,
  decider text not null,
  is_closing boolean not null,
  state text not null,
  requested_at bigint not null,
  due_at bigint not null,
  approved_at bigint,
  approved_by text,
  paid_at bigint,
  ended_at bigint,
  reason text,
  text_id text,
  denied_by text,
  line_id text,
  transfer_id text,
  stopped_for text,
  stopped_at bigint,
  left_ms bigint,
  denial_until bigint,
  released_at bigint,
  paid_yen bigint,
  claim_yen bigint,
  constraint withdrawals_reference_key UNIQUE (reference),
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_approved_by_check CHECK ((approved_by = ANY (ARRAY['rule'::text, 'two'::text, 'time'::text, 'appeal'::text]))),
  constraint withdrawals_check CHECK (((state <> 'denied'::text) OR ((reason IS NOT NULL) AND (text_id IS NOT NULL)))),
  constraint withdrawals_check1 CHECK (((state <> 'paid'::text) OR (line_id IS NOT NULL))),
  constraint withdrawals_claim_yen_check CHECK ((claim_yen > 0)),
  constraint withdrawals_left_ms_check CHECK ((left_ms >= 0)),
  constraint withdrawals_paid_yen_check CHECK ((paid_yen > 0)),
  constraint withdrawals_proven_by_check CHECK ((proven_by = ANY (ARRAY['passkey'::text, 'totp'::text, 'demo'::text]))),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'denied'::text, 'cancelled'::text, 'paid'::text, 'returned'::text]))),
  constraint withdrawals_stop CHECK ((((stopped_for IS NULL) = (stopped_at IS NULL)) AND ((stopped_for IS NULL) = (left_ms IS NULL)))),
  constraint withdrawals_yen_check CHECK ((yen > 0))
);
CREATE INDEX withdrawals_by_time ON public.withdrawals USING btree (requested_at);
CREATE INDEX withdrawals_of_member ON public.withdrawals USING btree (member_id, requested_at);

create view accounts as
 SELECT ((('m:'::text || member_balances.member_id) || ':'::text) || each_account.kind) AS id,
    member_balances.member_id,
    each_account.kind,
    each_account.balance_yen
   FROM (member_balances
     CROSS JOIN LATERAL ( VALUES ('available'::text,member_balances.available), ('unsettled'::text,member_balances.unsettled), ('orderHold'::text,member_balances.order_hold), ('lotMargin'::text,member_balances.lot_margin), ('withdrawalHold'::text,member_balances.withdrawal_hold), ('subscriptionHold'::text,member_balances.subscription_hold), ('dividendHold'::text,member_balances.dividend_hold), ('paidShares'::text,member_balances.paid_shares), ('loan'::text,member_balances.loan), ('shortfall'::text,member_balances.shortfall)) each_account(kind, balance_yen))
  WHERE (each_account.balance_yen IS NOT NULL)
UNION ALL
 SELECT ('h:'::text || house_balances.kind) AS id,
    NULL::text AS member_id,
    house_balances.kind,
    house_balances.balance_yen
   FROM house_balances;
