/**
 * Tables that commands do not write, which a check of the journal cannot make again, each with the reason;
 * `npm run verify` says so.
 */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  appeal_texts: 'personal text, of which the journal knows the id alone',
  charts: 'chart settings of members',
  chat_lines: 'chat',
  conversations: 'chat',
  daily_bars:
    'prices, from the exchange, for charts and the model; orders are held by the exchange’s own files, and day files have what traded',
  draw_links: 'links of a delay chain, which anybody can walk again',
  exchange_log_mark: 'held against the files of the exchange at each start',
  feed_looks: 'when feeds were asked',
  heads: 'held against the chain',
  identity_pictures: 'facts of pictures; each that it names is looked for',
  journal: 'it is what everything is held against',
  journal_checks: 'what checks have found',
  journal_nodes: 'follow from the journal; held against published heads by phones and by the auditor',
  key_fingerprints: 'held against the keys at each start',
  lease: 'held against the chain',
  market_gap_prices: 'between which prices a chart is drawn for a time without trades',
  market_gaps: 'prices, from the exchange',
  market_recorded: 'prices, from the exchange',
  message_reads: 'how far a member has read',
  message_reads_of_one: 'how far a member has read',
  migrations: 'held against the files of the release at each start',
  minute_bars: 'prices, from the exchange',
  news: 'what feeds say; notices and articles among it are held against their acts',
  operator_views: 'tables of operators',
  password_failures: 'counts of a limiter',
  phone_codes:
    'codes of minutes, each a keyed hash with its number, its asker and its end: another code or a longer life is none; tries set back are counted again by the address',
  push_devices: 'addresses of members',
  push_refusals: 'what a notification service said',
  queue_assignments: 'who takes what next',
  settings: 'held against the settings at each start',
  sms_codes: 'codes of an earlier version, which nothing reads',
  statement_originals: 'files of the bank; the journal holds their lines',
  watchlists: 'lists of members',
}
