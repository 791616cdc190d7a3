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
  message_reads: 'how far a member has read',
  message_reads_of_one: 'how far a member has read',
  migrations: 'held against the files of the release at each start',
  operator_views: 'tables as operators like to see them',
  phone_codes:
    'codes of minutes, each a keyed hash with its number, its asker and its end: another code or a longer life is none; tries set back are counted again by the address',
  push_devices: 'where notifications go; what they say stands in the inbox',
  push_refusals: 'what a notification service said',
  queue_assignments: 'who takes what next',
  settings: 'held against the settings at each start',
  sms_codes: 'codes of an earlier version, which nothing reads',
  statement_originals: 'files of the bank; the journal holds their lines',
  watchlists: 'issues and screens that members keep for themselves',
}
