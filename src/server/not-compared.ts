/**
 * Tables that commands do not write, which a check of the journal cannot make again, each with the reason;
 * `npm run verify` says so.
 */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  appeal_texts: 'personal text, of which the journal knows the id alone',
  chart_drawings: 'lines that members draw on charts, by which nothing is decided',
  charts: 'settings of a member’s charts, by which nothing is decided',
  chat_lines:
    'words of members and operators to one another, by which nothing is decided; a line that was stopped has its hash in the journal',
  conversations: 'who answers a member, and how far both have read',
  daily_figures:
    'figures of closed days, reckoned from reports, which are compared, and from rows with times',
  draw_links: 'links of a delay chain, which anybody can walk again',
  duty_choices: 'how and when operators are told of what cannot wait',
  duty_deliveries: 'what became of notices to operators',
  duty_notices: 'what operators were told of',
  duty_shifts: 'who of the operators is on duty',
  duty_standings: 'conditions that operators were told of, reckoned anew at each look',
  exchange_log_mark: 'held against the files of the exchange at each start',
  feed_looks: 'when feeds were asked',
  heads: 'held against the chain',
  journal: 'it is what everything is held against',
  journal_checks: 'what checks have found',
  journal_nodes: 'follow from the journal; held against published heads by phones and by the auditor',
  key_fingerprints: 'held against the keys at each start',
  lease: 'held against the chain',
  message_reads: 'how far a member has read',
  message_reads_of_one: 'how far a member has read',
  migrations: 'held against the files of the release at each start',
  operator_drafts: 'texts that operators typed and did not send yet',
  operator_searches:
    'words that operators looked for members by; each member found has the look, which is listed',
  operator_views: 'tables as operators like to see them',
  order_templates: 'templates that members fill tickets in with, by which nothing is decided',
  outbox: 'messages on their way out, which tell of what stands elsewhere; by them nothing is decided',
  outbox_marks: 'how far messages have been laid in the outbox',
  phone_codes:
    'codes of minutes, each a keyed hash with its number, its asker and its end: another code or a longer life is none; tries set back are counted again by the address',
  push_devices: 'where notifications go; what they say stands in the inbox',
  push_refusals: 'what a notification service said',
  queue_assignments: 'who takes what next',
  risk_cases: 'which signals people look at together, and who; what was found and done there is listed',
  settings: 'held against the settings at each start',
  skipped_tours: 'to whom the tour is not offered any more',
  sms_codes: 'codes of an earlier version, which nothing reads',
  statement_originals: 'files of the bank; the journal holds their lines',
  tries: 'times of tries, which count for a day at most; by them nobody comes in',
  used_once:
    'what of the sealed values of minutes was used: a use that is taken out makes one good again, until its time is over',
  watchlists: 'issues and screens that members keep for themselves',
  webhook_deliveries: 'what became of notices to members’ servers; what they tell of is compared',
}

/** Columns of tables beside the journal that are compared but for these; `npm run verify` says so too. */
export const NOT_COMPARED_COLUMNS: Readonly<Record<string, string>> = {
  'bank_account_details.bank_name': 'the name of the code, which is compared',
  'bank_account_details.branch_name': 'the name of the code, which is compared',
  'credentials.lang': 'the language in which a member is written to',
  'email_addresses.code_expires_at': 'of a code of minutes, which proves an address that is compared',
  'email_addresses.code_hash': 'of a code of minutes, which proves an address that is compared',
  'email_addresses.code_tries': 'of a code of minutes, which proves an address that is compared',
  'identity_appeal_texts.at': 'when it came; the journal has the time of the appeal',
  'identity_details.at': 'when it came; the journal has the time of the submission',
  'identity_pictures.at': 'which of two pictures of a side is handed in; the journal has the one that was',
  'loan_appeal_texts.at': 'when it came; the journal has the time of the appeal',
  'loan_details.at': 'when it came; the journal has the time of the application',
  'operator_sessions.ended_at': 'a session that is ended lets nobody in; one that is revived has no code',
  'operator_sessions.version': 'by which other servers see that a row has changed',
  'passkeys.name': 'how a member calls it',
  'passkeys.transports': 'how a browser reaches it',
  'refund_details.at': 'when it was typed; the journal has the time of the decision',
  'refund_details.bank_name': 'the name of the code, which is compared',
  'refund_details.branch_name': 'the name of the code, which is compared',
  'sealed_images.at': 'when it came; nothing is decided by it',
  'sessions.device': 'how a browser calls itself',
  'sessions.ended_at': 'a session that is ended lets nobody in; one that is revived has no code',
  'sessions.version': 'by which other servers see that a row has changed',
}
