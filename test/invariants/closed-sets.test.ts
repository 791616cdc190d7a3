import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ShareFraction } from '#modules/corporate-actions/server/tables.ts'
import type { Entitlement } from '#modules/corporate-actions/model/dividend.ts'
import type { AiApplication, AiPick } from '#modules/ai/server/tables.ts'
import type { Alert } from '#modules/alerts/model/alert.ts'
import type { ApiKeyRow } from '#modules/apikeys/model/api-key.ts'
import type { CalendarFeed } from '#modules/calendars/model/feed.ts'
import type { ChoiceRow, Delivery, NoticeRow } from '#modules/duty/server/tables.ts'
import type { FollowRow, PoolRow } from '#modules/copy/server/tables.ts'
import type { ApplicationRow as DaytradeApplicationRow } from '#modules/daytrade/server/tables.ts'
import type { ApplicationRow as DrawsApplicationRow, DrawRow } from '#modules/draws/server/tables.ts'
import type {
  AccountAppealRow,
  AppealRow as FundingAppealRow,
  BankAccountRow,
  CashEntryRow,
  ClosingRow,
  DepositRow,
  RefundEntryRow,
  RefundRow,
  StatementFileRow,
  StatementLineRow,
  WithdrawalRow,
} from '#modules/funding/server/tables.ts'
import type { MemberRow } from '#modules/identity/server/tables.ts'
import type { NewIssueRow } from '#modules/instruments/server/new-issues.ts'
import type { WinRow } from '#modules/ipo/server/tables.ts'
import type { ListingRow } from '#modules/listings/server/tables.ts'
import type { LoanAppealRow, LoanRow } from '#modules/loans/server/tables.ts'
import type { MarginCall } from '#modules/margin/model/calls.ts'
import type { OCCUPATIONS, PURPOSES } from '#modules/members/model/profile.ts'
import type { AppealRow as MembersAppealRow, VerificationRow } from '#modules/members/server/tables.ts'
import type { PublicationRow } from '#modules/news/server/tables.ts'
import type { Order } from '#modules/orders/model/order.ts'
import type { VenueExecution } from '#modules/orders/server/venue-executions.ts'
import type { VenueException } from '#modules/orders/model/venue-exception.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import type { ScheduleRow } from '#modules/schedules/server/tables.ts'
import type { CaseRow, EntryRow, SealRow, SignalRow } from '#modules/signals/server/tables.ts'
import type {
  ApprovalRow,
  BreakGlassRow,
  OperatorRoleRow,
  OperatorRow,
  SignedListRow,
} from '#modules/staff/server/tables.ts'
import type { TaxAccountRow, TaxResultRow, TaxYearRow } from '#modules/tax/server/tables.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import type {
  DeliveryRow as WebhookDeliveryRow,
  EventRow as WebhookEventRow,
} from '#modules/webhooks/server/tables.ts'
import type { FixStatus } from '#modules/fix/model/report.ts'
import type { FixMessageRow } from '#modules/fix/server/tables.ts'
import type { VenueFixOrder } from '#modules/fix/model/venue-messages.ts'
import type { VenueMessageRow } from '#modules/fix/server/venue-tables.ts'
import type { FirmWebhookRow } from '#modules/backoffice/model/firm-webhook.ts'
import type { FirmEventRow } from '#modules/backoffice/server/tables.ts'
import type { WebhookRow } from '#modules/webhooks/model/webhook.ts'
import type { OutboxRow } from '#platform/outbox/queries.ts'
import { closedSets } from '../../scripts/tidy/closed-sets.ts'

const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')

/** Values of a union: one that is missing, or one too many, does not compile. */
const all =
  <Union extends string | null>() =>
  <const Values extends readonly NonNullable<Union>[]>(
    ...values: Exclude<NonNullable<Union>, Values[number]> extends never ? Values : never
  ): readonly string[] =>
    values

/** Values that the code may write in each column of a closed set. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'account_closings.state': all<ClosingRow['state']>()('closing', 'closed', 'revoked'),
  'ai_applications.status': all<AiApplication['status']>()('applying', 'success', 'failed', 'cancelled'),
  'ai_picks.exit': all<AiPick['exit']>()('take-profit', 'stop-loss', 'time', 'unfilled'),
  'alerts.repeats': all<Alert['repeats']>()('once', 'daily'),
  'alerts.status': all<Alert['status']>()('watching', 'hit', 'removed'),
  'alerts.watches': all<Alert['watches']>()('above', 'below', 'rise', 'fall'),
  'api_keys.revoked_because': all<ApiKeyRow['revokedBecause']>()('member', 'sessions'),
  'api_keys.scope': all<ApiKeyRow['scope']>()('read', 'trade'),
  'appeals.state': all<FundingAppealRow['state']>()('open', 'granted', 'upheld'),
  'applications.state': all<DrawsApplicationRow['state']>()(
    'applied',
    'cancelled',
    'won',
    'not-won',
    'declined',
    'returned',
  ),
  'approvals.status': all<ApprovalRow['status']>()('open', 'carried-out', 'expired'),
  'bank_account_appeals.state': all<AccountAppealRow['state']>()('open', 'overturned', 'upheld', 'withdrawn'),
  'bank_account_details.type': all<SqlTables['bankAccountDetails']['type']>()(
    'ordinary',
    'current',
    'savings',
    'other',
  ),
  'refund_details.type': all<SqlTables['refundDetails']['type']>()('ordinary', 'current', 'savings', 'other'),
  'refund_entries.way': all<RefundEntryRow['way']>()('in', 'out'),
  'refunds.state': all<RefundRow['state']>()('approved', 'paid', 'bounced'),
  'bank_accounts.state': all<BankAccountRow['state']>()('pending', 'approved', 'denied', 'removed'),
  'break_glasses.status': all<BreakGlassRow['status']>()('waiting', 'stopped', 'opened'),
  'calendar_feeds.covers': all<CalendarFeed['covers']>()('market', 'own'),
  'calendar_feeds.lang': all<CalendarFeed['lang']>()('ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'),
  'calendar_feeds.revoked_because': all<CalendarFeed['revokedBecause']>()('member', 'sessions'),
  'cash_entries.kind': all<CashEntryRow['kind']>()(
    'deposit',
    'withdrawal',
    'withdrawal-returned',
    'correction',
  ),
  'cash_entries.way': all<CashEntryRow['way']>()('in', 'out'),
  'chat_lines.author': all<SqlTables['chatLines']['author']>()('member', 'operator', 'house'),
  'chat_lines.kind': all<SqlTables['chatLines']['kind']>()('text', 'image', 'about', 'closed'),
  'copy_follows.reason': all<FollowRow['reason']>()(
    'level',
    'cap',
    'takeover',
    'legal-hold',
    'frozen',
    'worthless',
    'pool-ended',
  ),
  'copy_follows.state': all<FollowRow['state']>()(
    'pending',
    'following',
    'leaving',
    'ended',
    'refused',
    'withdrawn',
  ),
  'copy_pools.state': all<PoolRow['state']>()('announced', 'open', 'closing', 'ended', 'void'),
  'credentials.level': all<SqlTables['credentials']['level']>()(
    'experience',
    'beginner',
    'intermediate',
    'advanced',
    'core',
  ),
  'day_applications.side': all<DaytradeApplicationRow['side']>()('up', 'down'),
  'day_applications.status': all<DaytradeApplicationRow['status']>()('applying', 'success', 'failed'),
  'deposits.method': all<DepositRow['method']>()('bank', 'counter', 'atm'),
  'deposits.state': all<DepositRow['state']>()('pending', 'approved', 'denied'),
  'draws.kind': all<DrawRow['kind']>()('ipo', 'block-sale'),
  'draws.state': all<DrawRow['state']>()('open', 'closed', 'revealed', 'decided', 'void'),
  'draws.void_reason': all<DrawRow['voidReason']>()(
    'withdrawn',
    'nobody',
    'root-late',
    'seed-late',
    'seed-wrong',
    'list-changed',
    'decided-late',
  ),
  'duty_choices.lang': all<ChoiceRow['lang']>()('ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'),
  'duty_choices.severity': all<ChoiceRow['severity']>()('notice', 'urgent', 'critical'),
  'duty_deliveries.channel': all<Delivery['channel']>()('mail', 'webhook'),
  'duty_deliveries.state': all<Delivery['state']>()('waiting', 'sent', 'failed', 'over'),
  'duty_notices.change': all<NoticeRow['change']>()('began', 'worse', 'over'),
  'duty_notices.kind': all<NoticeRow['kind']>()(
    'withdrawal-due',
    'reconciliation',
    'journal',
    'fault',
    'job-behind',
    'chat-waiting',
    'chat-over',
    'signature-waiting',
    'case-old',
  ),
  'duty_notices.severity': all<NoticeRow['severity']>()('notice', 'urgent', 'critical'),
  'duty_standings.kind': all<SqlTables['dutyStandings']['kind']>()(
    'withdrawal-due',
    'reconciliation',
    'journal',
    'fault',
    'job-behind',
    'chat-waiting',
    'chat-over',
    'signature-waiting',
    'case-old',
  ),
  'entitlements.side': all<Entitlement['side']>()('up', 'down'),
  'identity_appeals.state': all<MembersAppealRow['state']>()('open', 'withdrawn', 'upheld', 'overturned'),
  'identity_details.document_type': all<SqlTables['identityDetails']['documentType']>()(
    'licence',
    'residence-card',
    'passport',
  ),
  'identity_details.occupation': all<(typeof OCCUPATIONS)[number]>()(
    'employee',
    'officer',
    'self-employed',
    'public',
    'student',
    'homemaker',
    'retired',
    'other',
  ),
  'identity_details.purpose': all<(typeof PURPOSES)[number]>()(
    'learning',
    'long-term',
    'income',
    'short-term',
  ),
  'identity_pictures.side': all<SqlTables['identityPictures']['side']>()('front', 'back'),
  'investor_profiles.purpose': all<(typeof PURPOSES)[number]>()(
    'learning',
    'long-term',
    'income',
    'short-term',
  ),
  'invitation_codes.kind': all<SqlTables['invitationCodes']['kind']>()('demo', 'member', 'batch'),
  'ipo_wins.state': all<WinRow['state']>()('won', 'approved', 'declined', 'lapsed', 'void'),
  'journal_checks.status': all<SqlTables['journalChecks']['status']>()(
    'running',
    'intact',
    'broken',
    'failed',
  ),
  'listings.kind': all<ListingRow['kind']>()('ipo', 'block-sale', 'day-inventory', 'ai-card', 'copy-product'),
  'loan_appeals.state': all<LoanAppealRow['state']>()('open', 'upheld', 'overturned', 'withdrawn'),
  'loan_entries.kind': all<SqlTables['loanEntries']['kind']>()('lent', 'interest', 'repaid'),
  'loans.state': all<LoanRow['state']>()('pending', 'open', 'repaid', 'refused', 'cancelled'),
  'lot_deliveries.kind': all<SqlTables['lotDeliveries']['kind']>()('take', 'give'),
  'lots.side': all<Lot['side']>()('up', 'down'),
  'lots.source': all<Lot['source']>()('order', 'ipo', 'block-sale', 'day-trade'),
  'lots.status': all<Lot['status']>()('holding', 'closing', 'closed'),
  'lots.triggered_by': all<Lot['triggeredBy']>()(
    'take-profit',
    'stop-loss',
    'forced-call',
    'loss-cut',
    'day-close',
    'day-left',
  ),
  'margin_calls.state': all<MarginCall['state']>()('open', 'met', 'forced', 'closed'),
  'members.level': all<MemberRow['level']>()('experience', 'beginner', 'intermediate', 'advanced', 'core'),
  'new_issues.segment': all<NewIssueRow['segment']>()('growth', 'standard', 'prime'),
  'news.kind': all<SqlTables['news']['kind']>()('disclosure', 'market', 'notice', 'article', 'feed'),
  'notice_publications.kind': all<PublicationRow['kind']>()('notice', 'article'),
  'notices.kind': all<SqlTables['notices']['kind']>()('notice', 'article'),
  'operator_reads.role': all<SqlTables['operatorReads']['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'risk_cases.state': all<CaseRow['state']>()('open', 'closed'),
  'risk_cases.reason': all<CaseRow['reason']>()('explained', 'false-signal', 'member-protected', 'reported'),
  'risk_signals.rule': all<SignalRow['rule']>()(
    'withdrawal-new-device',
    'shared-device',
    'payer-differs',
    'pass-through',
    'wash-trades',
    'small-cap-new-device',
    'listed-name',
    'same-document',
  ),
  'risk_cases.ground': all<NonNullable<CaseRow['ground']>>()(
    'member-report',
    'staff-observation',
    'identity-doubt',
    'money-doubt',
    'market-conduct',
    'authority-request',
  ),
  'case_entries.kind': all<EntryRow['kind']>()(
    'note',
    'taken',
    'given-back',
    'closed',
    'look',
    'opened',
    'linked',
  ),
  'case_seals.reason': all<SealRow['reason']>()('suspicious-report', 'investigation'),
  'case_seals.withheld': all<SealRow['withheld']>()('report-secret', 'investigation-secret'),
  'case_entries.role': all<EntryRow['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'member_notes.kind': all<SqlTables['memberNotes']['kind']>()('note', 'tag', 'untag'),
  'member_notes.role': all<SqlTables['memberNotes']['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'operator_searches.role': all<SqlTables['operatorSearches']['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'operator_roles.role': all<OperatorRoleRow['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'operator_sessions.factor': all<SqlTables['operatorSessions']['factor']>()('code', 'passkey'),
  'operators.role': all<OperatorRow['role']>()(
    'support',
    'reviewer',
    'treasurer',
    'listing',
    'auditor',
    'administrator',
  ),
  'outbox.channel': all<OutboxRow['channel']>()(
    'inbox',
    'push',
    'mail',
    'sms',
    'operator-mail',
    'webhook',
    'member-webhook',
    'firm-webhook',
  ),
  'firm_webhooks.state': all<FirmWebhookRow['state']>()('active', 'paused', 'disabled', 'deleted'),
  'firm_webhook_events.type': all<FirmEventRow['type']>()(
    'deposit.state',
    'withdrawal.state',
    'closing.made',
    'reconciliation.off',
  ),
  'fix_messages.type': all<FixMessageRow['type']>()('8', '9', 'j', 'r'),
  'fix_copies.status': all<FixStatus>()('0', '1', '2', '4', '8', 'C'),
  'fix_orders.status': all<FixStatus>()('0', '1', '2', '4', '8', 'C'),
  'venue_messages.type': all<VenueMessageRow['type']>()('D', 'F', 'G', 'H'),
  'venue_orders.in_force': all<VenueFixOrder['inForce']>()('0', '2', '3', '6', '7'),
  'venue_orders.ord_type': all<VenueFixOrder['ordType']>()('1', '2'),
  'venue_orders.side': all<VenueFixOrder['side']>()('1', '2'),
  'webhooks.state': all<WebhookRow['state']>()('active', 'paused', 'disabled', 'deleted'),
  'webhook_events.type': all<WebhookEventRow['type']>()(
    'order.changed',
    'deposit.changed',
    'withdrawal.changed',
  ),
  'webhook_deliveries.type': all<WebhookDeliveryRow['type']>()(
    'order.changed',
    'deposit.changed',
    'withdrawal.changed',
    'webhook.test',
    'deposit.state',
    'withdrawal.state',
    'closing.made',
    'reconciliation.off',
  ),
  'webhook_deliveries.state': all<WebhookDeliveryRow['state']>()('waiting', 'sent', 'failed', 'dropped'),
  'outbox.state': all<OutboxRow['state']>()('waiting', 'sent', 'dropped', 'dead'),
  'orders.ord_status': all<Order['ordStatus']>()(
    'ARMED',
    'HELD',
    'PENDING_NEW',
    'UNKNOWN',
    'NEW',
    'PARTIALLY_FILLED',
    'FILLED',
    'CANCELED',
    'EXPIRED',
    'REJECTED',
  ),
  'orders.purpose': all<Order['purpose']>()('open', 'close'),
  'orders.side': all<Order['side']>()('up', 'down'),
  'orders.source': all<Order['source']>()('order', 'day-trade'),
  'orders.status': all<Order['status']>()(
    'pending',
    'holding',
    'closing',
    'closed',
    'cancelled',
    'expired',
    'rejected',
  ),
  'orders.type': all<Order['type']>()('market', 'limit', 'stop', 'stop-limit'),
  'phone_codes.purpose': all<SqlTables['phoneCodes']['purpose']>()('number', 'recovery', 'factor'),
  'schedules.kind': all<ScheduleRow['kind']>()('fees', 'limits', 'invitations', 'calendar', 'hours'),
  'signed_lists.signed_by': all<SignedListRow['signedBy']>()('passkey', 'server'),
  'sessions.factor': all<SqlTables['sessions']['factor']>()('password', 'passkey', 'totp'),
  'sessions.key_by': all<SqlTables['sessions']['keyBy']>()('passkey', 'session'),
  'share_fractions.side': all<ShareFraction['side']>()('up', 'down'),
  'statement_files.form': all<StatementFileRow['form']>()('zengin', 'csv'),
  'statement_lines.kind': all<StatementLineRow['kind']>()('in', 'out', 'returned'),
  'tax_accounts.kind': all<TaxAccountRow['kind']>()('withholding', 'plain'),
  'tax_results.kind': all<TaxResultRow['kind']>()('cash', 'margin'),
  'tax_years.kind': all<TaxYearRow['kind']>()('withholding', 'plain'),
  'venue_exceptions.fault': all<VenueException['fault']>()(
    'REPORT_FORM',
    'REPORT_STATE',
    'REPORT_QUANTITY',
    'REPORT_PRICE',
    'REPORT_LATE',
    'REPORT_UNKNOWN',
    'REPORT_BUST',
    'REPORT_CORRECTION',
    'REPORT_WAITS',
  ),
  'venue_executions.exec_type': all<VenueExecution['execType']>()(
    'NEW',
    'TRADE',
    'REPLACED',
    'CANCELED',
    'EXPIRED',
    'REJECTED',
    'CANCEL_REJECTED',
    'AMEND_REJECTED',
    'RESTATED',
    'TRIGGERED',
    'SENT',
    'KEPT',
    'LOST',
  ),
  'venue_exceptions.status': all<VenueException['status']>()('open', 'booked', 'set-aside'),
  'verifications.back_reason': all<VerificationRow['backReason']>()(
    'expired',
    'image-unreadable',
    'image-incomplete',
    'wrong-document',
    'name-differs',
    'number-differs',
    'facts-differ',
    'duplicate',
  ),
  'verifications.back_state': all<VerificationRow['backState']>()('none', 'sent', 'accepted', 'rejected'),
  'verifications.front_reason': all<VerificationRow['frontReason']>()(
    'expired',
    'image-unreadable',
    'image-incomplete',
    'wrong-document',
    'name-differs',
    'number-differs',
    'facts-differ',
    'duplicate',
  ),
  'verifications.front_state': all<VerificationRow['frontState']>()('none', 'sent', 'accepted', 'rejected'),
  'withdrawals.approved_by': all<WithdrawalRow['approvedBy']>()('rule', 'two', 'time', 'appeal'),
  'withdrawals.proven_by': all<WithdrawalRow['provenBy']>()('passkey', 'totp', 'demo'),
  'withdrawals.state': all<WithdrawalRow['state']>()(
    'requested',
    'approved',
    'denied',
    'cancelled',
    'paid',
    'returned',
  ),
}

describe('closed sets', () => {
  const sorted = (sets: Iterable<[string, readonly string[]]>) =>
    Object.fromEntries([...sets].map(([column, values]) => [column, values.toSorted()]))
  it('are the same in the schema as in the types of the code', () =>
    expect(sorted(closedSets(schema))).toEqual(sorted(Object.entries(WRITTEN))))
})
