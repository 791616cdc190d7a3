import { addDays, dateJst, DAY, iso } from '#kernel/time.ts'
import { closingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { holds } from '../breach.ts'
import type { Batch } from './durable.ts'

const APPROVAL_LIFE = DAY
const ANNOUNCED_FOR = 14 * DAY
const dayOf = (at: number): string => new Date(at + 9 * 3_600_000 - 6 * 3_600_000).toISOString().slice(0, 10)

/** Product decision 8: the NAV is taken 40 s after the close of a market that is open on every day. */
function lastNavBefore(now: number): { date: string; at: number } {
  const dueAt = (date: string) => closingAt(schedules['always-open'], date) + 40_000
  let date = addDays(dateJst(now), 1)
  while (dueAt(date) > now) date = addDays(date, -1)
  return { date, at: dueAt(date) }
}

/**
 * A promise: nothing ends before it may, and nothing comes about after its end. The terms are written down
 * here anew.
 */
export function endsAreKept(batch: Batch): void {
  const now = batch.journal.at(-1)!.ts
  for (const {
    after: { power, subject, askedAt, signatures, status },
  } of batch.of('approvals')) {
    for (const { at } of signatures)
      holds(
        at >= askedAt && at < askedAt + APPROVAL_LIFE,
        'promise',
        () => `${power} of ${subject}, asked for ${iso(askedAt)}, was signed ${iso(at)}`,
      )
    // Whoever alone has signed a request may ask otherwise: the new one takes its place.
    const isReplaced =
      signatures.length === 1 &&
      batch
        .of('approvals')
        .some(
          (other) =>
            other.before === null &&
            other.after.subject === subject &&
            other.after.signatures[0]?.operatorId === signatures[0]!.operatorId,
        )
    holds(
      status !== 'expired' || isReplaced || now >= askedAt + APPROVAL_LIFE,
      'promise',
      () => `${power} of ${subject} expired before its time`,
    )
  }
  const newLines = new Set(
    batch.of('statement_lines').flatMap(({ before, after }) => (before === null ? [after.id] : [])),
  )
  for (const { before, after } of batch.of('deposits')) {
    if (after.reason !== 'not-paid' || before?.state === 'denied') continue
    holds(
      after.decidedAt === after.requestedAt + ANNOUNCED_FOR,
      'promise',
      () => `deposit ${after.id} ended ${iso(after.decidedAt!)}; it was announced ${iso(after.requestedAt)}`,
    )
    const line = batch.disk
      .rows('statement_lines')
      .find(
        ({ id, kind, reference, usedFor }) =>
          kind === 'in' && reference === after.reference && usedFor === null && !newLines.has(id),
      )
    holds(
      line === undefined,
      'promise',
      () => `deposit ${after.id} ended as not paid, and line ${line?.id} of the bank pays it`,
    )
  }
  for (const {
    before,
    after: { id, state, changedAt, confirmBy },
  } of batch.of('ipo_wins')) {
    if (state === before?.state || state === 'won') continue
    const isInTime = changedAt < confirmBy
    holds(
      state === 'lapsed' ? !isInTime : isInTime,
      'promise',
      () => `win ${id} is ${state} since ${iso(changedAt)}, and was to be confirmed by ${iso(confirmBy)}`,
    )
  }
  for (const {
    before,
    after: { id, drawId, state, appliedAt, endedAt },
  } of batch.of('applications')) {
    const { closesAt } = batch.disk.row('draws', drawId)!
    holds(
      before !== null || appliedAt < closesAt,
      'promise',
      () => `application ${id} came ${iso(appliedAt)}, and its list closed ${iso(closesAt)}`,
    )
    holds(
      state !== 'cancelled' || before?.state === 'cancelled' || endedAt! < closesAt,
      'promise',
      () => `application ${id} was taken back ${iso(endedAt!)}, and its list closed ${iso(closesAt)}`,
    )
  }
  for (const {
    before,
    after: { id, state, closesAt, rootAt },
  } of batch.of('draws')) {
    holds(
      state !== 'closed' || before?.state !== 'open' || rootAt! >= closesAt,
      'promise',
      () => `the list of ${id} closed ${iso(rootAt!)}, and was to be open until ${iso(closesAt)}`,
    )
  }
  for (const { before, after } of batch.of('orders')) {
    if (after.ordStatus !== 'EXPIRED' || before?.ordStatus === 'EXPIRED' || after.reason !== 'DAY_END')
      continue
    // Taken back, or made no larger than what was filled, before the venue had heard of it.
    if (after.cancelAsked || (before?.amendQuantity ?? null) !== null) continue
    holds(
      after.validUntil <= dayOf(after.updatedAt),
      'promise',
      () =>
        `order ${after.number} ended with the day ${dayOf(after.updatedAt)}, and is good until ${after.validUntil}`,
    )
  }
  for (const { before, after } of batch.of('copy_follows')) {
    if (after.state !== 'withdrawn' || before?.state === 'withdrawn') continue
    const due = lastNavBefore(after.soldAt!)
    const { navDate } = batch.disk.row('copy_pools', after.poolId)!
    const isDisputed = batch.disk
      .rows('approvals')
      .some(({ power, subject }) => power === 'copy-subscription.refuse' && subject === after.id)
    holds(
      after.appliedAt > due.at || isDisputed || (navDate !== null && navDate >= due.date),
      'promise',
      () =>
        `subscription ${after.number} was taken back ${iso(after.soldAt!)}, after the NAV of ${due.date} was due`,
    )
  }
  for (const {
    before,
    after: { id, state, approvedBy, dueAt },
  } of batch.of('withdrawals')) {
    holds(
      state !== 'approved' || before?.state !== 'requested' || approvedBy !== 'time' || now >= dueAt,
      'promise',
      () => `withdrawal ${id} was approved by time before ${iso(dueAt)}`,
    )
  }
}

/**
 * A promise: a frozen account opens nothing, and nothing leaves it on a member's word. Who was frozen before
 * a batch and is so after it was so in it.
 */
export function frozenOpensNothing(batch: Batch): void {
  const [from, to] = [batch.journal[0]!.ts, batch.journal.at(-1)!.ts]
  const frozen = (memberId: string): boolean => {
    const change = batch.of('members').find(({ after }) => after.id === memberId)
    const after = batch.disk.row('members', memberId)
    const before = change === undefined ? after : change.before
    const is = (row: typeof after | null, at: number) =>
      row !== null && row !== undefined && (row.frozenAt !== null || at < (row.heldUntil ?? 0))
    return is(before, to) && is(after, to) && is(before, from)
  }
  const opens = (memberId: string, what: string) =>
    holds(!frozen(memberId), 'promise', () => `${what}, and the account of ${memberId} is frozen`)
  for (const { before, after } of batch.of('orders'))
    if (
      before === null &&
      after.purpose === 'open' &&
      after.origin === 'member' &&
      after.ordStatus !== 'REJECTED'
    )
      opens(after.memberId, `order ${after.number} was placed`)
  for (const { before, after } of batch.of('withdrawals'))
    if (before === null) opens(after.memberId, `withdrawal ${after.id} was asked for`)
  for (const { before, after } of batch.of('loans'))
    if (before === null) opens(after.memberId, `loan ${after.id} was asked for`)
  for (const { before, after } of batch.of('applications'))
    if (before === null) opens(after.memberId, `application ${after.id} came`)
  for (const { before, after } of batch.of('copy_follows'))
    if (before === null) opens(after.memberId, `subscription ${after.number} came`)
  for (const { before, after } of batch.of('ipo_wins'))
    if (before?.state === 'won' && after.state === 'approved')
      opens(after.memberId, `win ${after.id} was paid`)
}
