/**
 * Declarations that are no lifetime, with what each is instead. A new duration, moment or secret that is
 * neither here nor asked by `lifetimes.ts`, `one-use.ts`, `guesses.ts` or `races.ts` fails the registry's
 * test: whoever adds one says which it is.
 */

/** Intervals at which something is looked at or done, and times before it is done again. */
const PACE = [
  'modules/duty/model/conditions.ts APART',
  'modules/duty/server/deliver.ts LOOKS_EVERY',
  'modules/duty/server/watch.ts LOOKS_EVERY',
  'modules/duty/server/facts.ts RECONCILES_EVERY',
  'modules/apikeys/model/limits.ts USED_WITHIN_MS',
  'limits.request.checkEveryMs',
  'limits.socket.pingMs',
  'limits.socket.flushMs',
  'platform/clock-watch.ts LOOK',
  'platform/clock-watch.ts UPTIME_LOOK',
  'platform/database/damage-watch.ts EVERY',
  'platform/database-watchdog.ts TICK',
  'platform/metrics.ts SAMPLE_EVERY',
  'platform/jobs.ts TRY_AGAIN_AFTER',
  'server/wall-clock.ts SEEN_EVERY',
  'server/wall-clock.ts LOOK_EVERY',
  'modules/draws/server/runner.ts ROUND',
  'modules/identity/server/sessions.ts SAVE_SEEN_AFTER',
  'modules/identity/server/sessions.ts SAVE_EVERY',
  'modules/market/model/live-days.ts LOOKED_EVERY_MS',
  'modules/news/server/disclosures.ts LOOK_EVERY_MS',
  'modules/news/server/feeds.ts LOOK_EVERY_MS',
  'modules/orders/server/venue-link.ts LOOK_EVERY_MS',
  'modules/staff/server/operator-sessions.ts SAVE_SEEN_AFTER',
  'modules/staff/server/module.ts LAPSES_EVERY',
  'modules/staff/server/list-runner.ts LOOKS_EVERY',
  'modules/staff/server/module.ts LOOKS_EVERY',
  'modules/trust/server/heads.ts LOOK_EVERY',
  'modules/venue/server/exchange-worker.ts SNAPSHOT_EVERY_MS',
  'modules/venue/model/provider.ts STATION_MS',
  'modules/venue/server/exchange-worker.ts PROVIDER_PAUSE_MS',
  'modules/instruments/model/first-price.ts UPWARDS_EVERY',
  'modules/instruments/model/first-price.ts ORDINARILY_EVERY',
  'modules/staff/server/desk.ts DESK_LOOKS_AGAIN',
  'modules/identity/server/login-probe.ts EVERY',
]
/**
 * Times that the server waits for a machine, a process or the other end of a connection, and after which
 * operators are told that something waits for them.
 */
const PATIENCE = [
  'platform/database/fitness.ts CONNECT_MS',
  'modules/duty/server/webhook.ts ANSWER_MS',
  'modules/duty/model/conditions.ts OVER_AFTER',
  'modules/duty/server/facts.ts DUE_WITHIN',
  'modules/duty/server/facts.ts SIGNATURE_AFTER',
  'modules/duty/server/facts.ts CASE_AFTER',
  'modules/duty/server/facts.ts JOB_LATE',
  'modules/support/model/answer-time.ts ANSWER_TARGET',
  'modules/support/model/answer-time.ts ANSWER_SOON',
  'limits.overload.sliceMs',
  'limits.overload.guestMs',
  'limits.overload.memberMs',
  'limits.request.headersMs',
  'limits.request.requestMs',
  'limits.request.keepAliveMs',
  'limits.request.lastAnswersMs',
  'limits.request.idleMs',
  'limits.request.farewellMs',
  'limits.upload.requestMs',
  'limits.socket.deadMs',
  'limits.socket.farewellMs',
  'platform/clock-watch.ts CLOCK_WATCH',
  'platform/pdf.ts LONGEST_MS',
  'platform/pdf.ts IDLE_MS',
  'modules/identity/server/gateway.ts TIMEOUT_MS',
  'modules/inbox/server/push.ts ANSWER_MS',
  'modules/news/server/feeds.ts FEED_LIMITS',
  'modules/venue/server/exchange-worker.ts LONGEST_CATCH_UP_MS',
]
/** The length of the past that is kept, or looked at. */
const MEMORY = [
  'modules/duty/server/queries.ts KEPT',
  'limits.socket.ringKeptMs',
  'platform/engine/idempotency-index.ts KEY_LIFETIME',
  'platform/engine/check-tables.ts ANSWERS_KEPT',
  'modules/inbox/server/push.ts KEPT_SECONDS',
  'modules/market/server/recorder.ts MINUTES_KEPT_MS',
  'modules/market/server/sparks.ts KEPT_MS',
  'modules/news/server/feeds.ts OLDEST_MS',
  'modules/news/server/reports.ts FRESH_MS',
  'modules/staff/server/queries.ts ONE_LOOK',
  'modules/staff/server/saved-drafts.ts LIFE',
  'modules/audit/server/people-queries.ts ONE_SEARCH',
  'modules/staff/server/row-lists.ts READS_OF',
  'modules/funding/server/withdrawal-checks.ts NEW_FOR',
  'modules/funding/server/desk-withdrawals.ts FIGURES_OF',
]
/**
 * Times of the market's and the bank's day, and of journals of older versions, which the tests of their
 * calendars and jobs ask.
 */
const CALENDAR = [
  'modules/corporate-actions/server/module.ts BEFORE_ACCEPTANCE',
  'modules/ai/server/runs.ts AFTER_CLOSE',
  'modules/ai/server/runs.ts AFTER_PRE_OPEN',
  'modules/ai/server/runs.ts BEFORE_PRE_CLOSING',
  'modules/block/server/sample.ts CLOSES_BEFORE',
  'modules/block/server/sample.ts SHORTEST',
  'modules/margin-calls/server/closing-job.ts AFTER_CLOSE_MS',
  'modules/copy/server/nav-job.ts AFTER_CLOSE_MS',
  'modules/daytrade/model/times.ts WARN_BEFORE',
  'modules/daytrade/model/times.ts AFTER_CLOSE',
  'modules/daytrade/server/day-end.ts IN_TIME',
  'modules/records/server/closed-books.ts LAST_JOBS',
  'modules/daytrade/server/sample.ts SHORTEST',
  'modules/funding/model/withdrawal.ts OPENS',
  'modules/funding/model/withdrawal.ts CLOSES',
  'modules/ipo/server/issue.ts BEFORE_ACCEPTANCE',
  'modules/ipo/server/rounds.ts HALF_DAY',
  'modules/ipo/server/sample.ts OPENS_IN',
  'modules/daytrade/model/listing-kinds.ts LAST_BEFORE_PRE_CLOSING',
  'modules/loans/server/credit.ts AFTER_MIDNIGHT',
  'modules/market/model/live-days.ts FIVE_MS',
  'modules/market/server/gaps.ts SHORTEST_MS',
  'modules/members/server/level.ts AFTER_CLOSE',
  'modules/news/server/reports.ts AFTER_MS',
  'modules/schedules/model/hours.ts GRID',
  'modules/trust/server/liabilities.ts AFTER_CLOSE',
  'modules/closings/server/closing.ts AFTER_CLOSE',
  'modules/closings/server/figure-routes.ts REMEMBERED',
  'modules/venue/model/market-day.ts DAY_TAG',
  'modules/instruments/model/schedule.ts BEFORE_CLOSING_MS',
  'modules/venue/model/exec-no.ts BEGUN_BEFORE',
  'modules/identity/server/protect-member.ts CLOSED_AFTER_RECOVERY_MS',
]
/** The demo's own people, and the simulated market's. */
const DEMO = [
  'server/past/past.ts PATIENCE',
  'modules/venue/server/module.ts LATE_AFTER',
  'server/past/past.ts OPENS',
  'server/past/past.ts LOOKS_IN',
  'server/wall-clock.ts DEMO_PAST',
  'modules/ai/server/module.ts SAMPLE_WAITS',
  'modules/ai/server/sample.ts SIGNING',
  'modules/copy/server/sample.ts SIGNING',
  'modules/funding/server/due-scans.ts DEMO_BANK_PAYS_AFTER',
  'modules/staff/server/desk.ts DESK_WAITS',
  'modules/funding/server/due-scans.ts DEMO_BANK_SENDS_AFTER',
  'modules/support/server/desk.ts READS_AFTER',
  'modules/support/server/desk.ts ANSWERS_AFTER',
  'modules/venue/model/trading-restriction.ts RENEWAL_MS',
  'modules/venue/model/trading-restriction.ts NOT_RENEWED_MS',
  'modules/venue/model/trading-restriction.ts SEQUENCE_MS',
  'modules/venue/model/news.ts HALT_MS',
  'modules/venue/model/news.ts CLEAR_MS',
  'modules/venue/model/replay-time.ts BEFORE_MS',
  'modules/venue/model/replay-time.ts AFTER_MS',
  'modules/venue/server/replay.ts AHEAD_MS',
]
/** Windows in which tries are counted: `guesses.ts` asks their bound. */
const WINDOWS = [
  'limits.apikeys.perMember',
  'limits.upload.perMember',
  'limits.login.perGuesser.withinMs',
  'limits.login.perGuesser.longestLockMs',
  'limits.login.ofStrangers.withinMs',
  'limits.login.perAddress',
  'limits.totp.withinMs',
  'limits.totp.longestLockMs',
  'limits.registration.perAddress',
  'limits.registration.invitationTriesPerAddress',
  'limits.smsCode.perMobile',
  'limits.smsCode.perAddress',
  'limits.smsCode.toMobile',
  'limits.smsCode.perMember',
  'limits.smsCode.ofServer',
  'limits.files.perMember',
  'limits.files.exportsPerMember',
]
export const NO_LIFETIMES = { PACE, PATIENCE, MEMORY, CALENDAR, DEMO, WINDOWS } as const

/** Lifetimes that need more of the server than there is here, with the test that asks their end. */
export const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  'modules/staff/model/break-glass.ts BREAK_GLASS_NOTICE': 'src/modules/staff/server/break-glass.test.ts',
  'modules/staff/model/freeze.ts ALONE_WITHIN': 'src/modules/staff/model/freeze.test.ts',
  'modules/audit/server/exports.ts TAKEN_WITHIN': 'src/modules/audit/server/audit.test.ts',
  'modules/audit/model/reconcile.ts TRANSFER_WITHIN': 'src/modules/audit/model/reconcile.test.ts',
  'modules/audit/model/reconcile.ts BOOKED_WITHIN': 'src/modules/audit/model/reconcile.test.ts',
  'modules/audit/model/reconcile.ts WRITTEN_WITHIN': 'src/modules/audit/model/reconcile.test.ts',
  'modules/draws/server/decide.ts PUBLISHED_WITHIN': 'src/modules/draws/server/decide.test.ts',
  'modules/draws/server/runner.ts PASSED_OVER': 'src/modules/draws/server/decide.test.ts',
  'modules/funding/model/withdrawal-timer.ts DECIDED_WITHIN_MS':
    'src/modules/funding/model/withdrawal-timer.test.ts',
  'modules/funding/model/withdrawal.ts DECIDED_WITHIN_BEFORE_MS':
    'src/modules/funding/model/withdrawal-timer.test.ts',
  'modules/funding/model/withdrawal.ts ARRIVES_WITHIN_MS': 'src/modules/funding/model/withdrawal.test.ts',
  'modules/funding/model/withdrawal.ts TOTP': 'src/modules/funding/model/withdrawal.test.ts',
  'modules/staff/model/approval.ts OPENED_WITHIN': 'src/modules/staff/server/act.test.ts',
  'modules/staff/model/signed-list.ts SIGNED_WITHIN': 'src/modules/funding/server/by-rule.test.ts',
}

/** Every column that says until when, with what asks it: a lifetime or a race by its name, or the test. */
export const MOMENTS: Readonly<Record<string, string>> = {
  'block_deliveries.due_at': 'src/modules/block/server/block.test.ts',
  'draws.closes_at': 'src/modules/draws/server/decide.test.ts',
  'email_addresses.code_expires_at': 'the code of a mail address',
  'invitation_codes.expires_at': 'an invitation',
  'ipo_wins.confirm_by': 'src/modules/ipo/model/payment.test.ts',
  'listings.closes_at': 'src/modules/listings/model/check.test.ts',
  'margin_calls.deadline_at': 'src/modules/margin/model/calls.test.ts',
  'market_recorded.until_at': 'no lifetime: how far prices are recorded',
  'members.held_until': 'a freeze by one reviewer',
  'members.trading_limited_until': 'limited trading after a change of factors',
  'members.withdrawals_closed_until': 'withdrawals after a change of factors',
  'operators.invite_until': 'an invitation to the console',
  'orders.valid_until': 'src/modules/venue/model/good-until.test.ts',
  'password_failures.locked_until': 'the lock after wrong passwords',
  'phone_codes.expires_at': 'the code of a registration',
  'settlements.due_date': 'src/modules/portfolio/model/account.test.ts',
  'sms_codes.expires_at': 'no lifetime: a table that the version before used',
  'withdrawals.denial_until': 'src/modules/funding/model/withdrawal-timer.test.ts',
  'withdrawals.due_at': 'a withdrawal that is taken back, and its approval by time',
}

/**
 * Fields called code, ticket or password that prove nothing: names of issues and banks, new secrets, and
 * answers of passkeys, which nobody can guess.
 */
export const NOTHING_TO_GUESS: readonly string[] = [
  '*.code of an issue: addToWatchlist, applyDayTrade, closeLots, createAlert, markIssue, placeOrder, takeOffWatchlist, tapOrder',
  'addBankAccount.bankCode',
  'addBankAccount.branchCode',
  'saveProfile.insiderCode',
  'placePoolOrder.ticket',
  '*.newPassword',
  '*.confirmPassword',
  'register.password',
  '*.proof',
  'addPasskey.created',
  '*.passkey',
  '*.answer',
]
