import { daysBetween } from '#kernel/time.ts'
import type { MemberAccount } from '#modules/ledger/model/accounts.ts'
import { holds } from '../breach.ts'
import type { FakeDisk } from '../fake-disk.ts'
import { accountsIn, accountsOn, Sums, transfersIn, type Batch } from './durable.ts'

const DEBTS = new Set(['loan', 'shortfall'])
const held = (row: { holdAvailableYen: number; holdUnsettledYen: number } | null): number =>
  row === null ? 0 : row.holdAvailableYen + row.holdUnsettledYen

/**
 * I1: each transfer moves the same yen out of one account into another, so all accounts together come to
 * nothing.
 */
export function totalsComeToNothing(batch: Batch): void {
  let sum = 0
  for (const { before, after } of accountsIn(batch)) sum += after.balanceYen - (before?.balanceYen ?? 0)
  holds(
    sum === 0,
    'I1',
    () => `the accounts of a batch that ends with seq ${batch.journal.at(-1)!.seq} differ by ${sum} yen`,
  )
  for (const {
    after: { debit, credit, yen },
  } of batch.of('transfers'))
    holds(
      debit !== credit && Number.isSafeInteger(yen) && yen >= 1,
      'I1',
      () => `a transfer of ${yen} yen from ${debit} to ${credit}`,
    )
}

/** I2: nobody has less than nothing, and nobody is owed by a debt. */
export function nobodyIsBelowZero(batch: Batch): void {
  for (const {
    after: { id, memberId, kind, balanceYen },
  } of accountsIn(batch)) {
    holds(
      memberId === null || (DEBTS.has(kind) ? balanceYen <= 0 : balanceYen >= 0),
      'I2',
      () => `${id} stands at ${balanceYen}`,
    )
  }
}

/** I3: a balance is what it was and what moved. With the next one, from nothing to now. */
export function balancesFollowTransfers(batch: Batch): void {
  const moved = new Sums()
  for (const {
    after: { debit, credit, yen },
  } of batch.of('transfers')) {
    moved.add(debit, -yen)
    moved.add(credit, yen)
  }
  for (const { before, after } of accountsIn(batch)) {
    const expected = (before?.balanceYen ?? 0) + moved.get(after.id)
    holds(
      after.balanceYen === expected,
      'I3',
      () => `${after.id} stands at ${after.balanceYen}; what moved leads to ${expected}`,
    )
    moved.add(after.id, 0 - moved.get(after.id))
  }
  for (const id of moved.names())
    holds(moved.get(id) === 0, 'I3', () => `${moved.get(id)} yen moved on ${id}, and its balance did not`)
}

/** I3, at rest: every balance is what the journal's records alone add up to. */
export function balancesAreTheJournals(disk: FakeDisk): void {
  const sums = new Sums()
  for (const { record } of disk.journal)
    for (const { debit, credit, yen } of transfersIn(record)) {
      sums.add(debit, -Number(yen))
      sums.add(credit, Number(yen))
    }
  for (const { id, balanceYen } of accountsOn(disk)) {
    holds(
      sums.get(id) === balanceYen,
      'I3',
      () => `${id} stands at ${balanceYen}, the journal adds up to ${sums.get(id)}`,
    )
  }
}

/** I5: what stands in the ledger, a record of the same batch says, and the other way round. */
export function ledgerIsTheJournals(batch: Batch): void {
  const rows = new Map<number, string[]>()
  for (const {
    after: { seq, debit, credit, kind, yen },
  } of batch.of('transfers')) {
    const line = `${debit} ${credit} ${kind} ${yen}`
    const known = rows.get(seq)
    if (known) known.push(line)
    else rows.set(seq, [line])
  }
  for (const { seq, record } of batch.journal) {
    const said = transfersIn(record).map(
      ({ debit, credit, kind, yen }) => `${debit} ${credit} ${kind} ${yen}`,
    )
    const posted = rows.get(seq) ?? []
    holds(
      said.length === posted.length && said.every((line, index) => line === posted[index]),
      'I5',
      () => `seq ${seq} says ${said.join(', ')}, and the ledger ${posted.join(', ')}`,
    )
    rows.delete(seq)
  }
  holds(
    rows.size === 0,
    'I5',
    () => `entries of seq ${[...rows.keys()].join()}, of which this batch has no record`,
  )
}

/**
 * I8: what is held of a member is held for orders, lots, withdrawals, applications and paid shares that stand
 * there now, yen by yen.
 */
export function makeHoldsCheck(): (batch: Batch) => void {
  const due = new Sums()
  return (batch) => {
    const touched = new Set<string>()
    const add = (memberId: string, account: string, yen: number) => {
      if (yen === 0) return
      due.add(`m:${memberId}:${account}`, yen)
      touched.add(`m:${memberId}:${account}`)
    }
    for (const { before, after } of batch.of('orders')) {
      add(after.memberId, 'orderHold', held(after) - held(before))
      const isOver = !['ARMED', 'HELD', 'PENDING_NEW', 'UNKNOWN', 'NEW', 'PARTIALLY_FILLED'].includes(
        after.ordStatus,
      )
      holds(
        !isOver || held(after) === 0,
        'I8',
        () => `order ${after.number} is ${after.ordStatus} and holds ${held(after)} yen`,
      )
    }
    for (const { before, after } of batch.of('lots')) {
      add(after.memberId, 'lotMargin', after.marginYen - (before?.marginYen ?? 0))
      holds(
        after.status !== 'closed' || after.marginYen === 0,
        'I8',
        () => `lot ${after.number} is closed and holds ${after.marginYen} yen`,
      )
    }
    const standing = (row: { state: string; yen: number } | null) =>
      row !== null && (row.state === 'requested' || row.state === 'approved') ? row.yen : 0
    for (const { before, after } of batch.of('withdrawals'))
      add(after.memberId, 'withdrawalHold', standing(after) - standing(before))
    for (const { before, after } of batch.of('applications')) {
      add(
        after.memberId,
        'subscriptionHold',
        after.heldAvailableYen +
          after.heldUnsettledYen -
          (before === null ? 0 : before.heldAvailableYen + before.heldUnsettledYen),
      )
    }
    const waits = (row: { state: string; buyYen: number } | null) =>
      row?.state === 'pending' ? row.buyYen : 0
    for (const { before, after } of batch.of('copy_follows'))
      add(after.memberId, 'subscriptionHold', waits(after) - waits(before))
    const paid = (row: { state: string; paidYen: number; lotId: string | null } | null) =>
      row?.state === 'approved' && row.lotId === null ? row.paidYen : 0
    for (const { before, after } of batch.of('ipo_wins'))
      add(after.memberId, 'paidShares', paid(after) - paid(before))
    const undelivered = (row: { deliveredAt: number | null; priceTenths: number; quantity: number } | null) =>
      row?.deliveredAt === null ? Math.floor((row.priceTenths * row.quantity) / 10) : 0
    for (const { before, after } of batch.of('block_deliveries'))
      add(after.memberId, 'paidShares', undelivered(after) - undelivered(before))
    for (const {
      after: { id, kind },
    } of accountsIn(batch))
      if (HELD.has(kind)) touched.add(id)
    for (const id of touched) {
      const [, memberId = '', account] = id.split(':')
      const standsAt = batch.disk.row('member_balances', memberId)?.[account as MemberAccount] ?? 0
      holds(
        standsAt === due.get(id),
        'I8',
        () => `${id} stands at ${standsAt}; what it is held for comes to ${due.get(id)}`,
      )
    }
  }
}
const HELD = new Set(['orderHold', 'lotMargin', 'withdrawalHold', 'subscriptionHold', 'paidShares'])

/**
 * I10: what a withdrawal holds leaves once, whole, to the bank or back; a line of the bank serves one case.
 */
export function makeWithdrawalCheck(): (batch: Batch) => void {
  const left = new Set<string>()
  const lines = new Map<string, string>()
  const reversed = new Set<string>()
  return (batch) => {
    let leaves = 0
    const newLines = new Set(
      batch.of('statement_lines').flatMap(({ before, after }) => (before ? [] : [after.id])),
    )
    for (const { before, after } of batch.of('withdrawals')) {
      if (after.state !== before?.state && (after.state === 'cancelled' || after.state === 'denied')) {
        const line = batch.disk
          .rows('statement_lines')
          .find(
            ({ id, kind, reference, usedFor }) =>
              kind === 'out' && reference === after.reference && usedFor === null && !newLines.has(id),
          )
        holds(
          after.transferId === null && line === undefined,
          'I10',
          () => `withdrawal ${after.id} is ${after.state}, and the bank has it`,
        )
      }
      const isOver = after.state !== 'requested' && after.state !== 'approved'
      const wasOver = before !== null && before.state !== 'requested' && before.state !== 'approved'
      if (!isOver || wasOver) continue
      holds(!left.has(after.id), 'I10', () => `withdrawal ${after.id} leaves what is held a second time`)
      left.add(after.id)
      leaves += after.yen
      holds(
        after.state !== 'paid' || after.lineId !== null,
        'I10',
        () => `withdrawal ${after.id} is paid, and no line of the bank says so`,
      )
      holds(
        after.state !== 'returned' ||
          batch.disk
            .rows('statement_lines')
            .some(({ kind, usedFor }) => kind === 'returned' && usedFor === after.id),
        'I10',
        () => `withdrawal ${after.id} was returned, and no line of the bank says so`,
      )
    }
    // A request that begins and ends within one batch comes and goes by the same yen.
    const out = batch
      .of('transfers')
      .reduce((sum, { after: { debit, yen } }) => sum + (debit.endsWith(':withdrawalHold') ? yen : 0), 0)
    holds(
      out === leaves,
      'I10',
      () => `${out} yen left what withdrawals hold, and withdrawals of ${leaves} yen ended`,
    )
    for (const {
      after: { id, usedFor },
    } of batch.of('statement_lines'))
      if (usedFor === null) lines.delete(id)
    for (const {
      before,
      after: { id, kind, about, lineId, reverses, reversedBy },
    } of batch.of('cash_entries')) {
      if (before === null && reverses !== null) {
        holds(!reversed.has(reverses), 'I10', () => `entry ${reverses} is reversed a second time`)
        reversed.add(reverses)
      }
      if (kind === 'correction' || lineId === null || reversedBy !== null) continue
      holds(
        before !== null || batch.disk.row('statement_lines', lineId)?.usedFor === about,
        'I10',
        () => `entry ${id} stands on line ${lineId} of the bank, which is free for another`,
      )
      holds(
        !lines.has(lineId) || lines.get(lineId) === about,
        'I10',
        () => `line ${lineId} of the bank stands for ${lines.get(lineId)} and for ${about} (entry ${id})`,
      )
      lines.set(lineId, about)
    }
  }
}

/**
 * A promise, at rest: nobody waits longer for a withdrawal than was said; without a decision the default is
 * pay.
 */
export function nobodyWaitsTooLong(disk: FakeDisk, wall: number): void {
  for (const { id, state, dueAt, stoppedFor } of disk.rows('withdrawals')) {
    holds(
      state !== 'requested' || stoppedFor !== null || dueAt >= wall - LATE_MS,
      'promise',
      () =>
        `withdrawal ${id} was to be decided by ${new Date(dueAt).toISOString()}, and it is ${new Date(wall).toISOString()}`,
    )
  }
}
const LATE_MS = 60_000

const DAYS_OF_YEAR = 365n
const floorOf = (yen: number, ppm: number, days: number): number =>
  Number((BigInt(yen) * BigInt(ppm) * BigInt(days)) / (1_000_000n * DAYS_OF_YEAR))
const FEE = { ratePpm: 500, minYen: 50, maxYen: 1_000 }

/**
 * I19: fees, interest and lending fees are what the published formulas say on the day, reckoned here anew.
 */
export function chargesArePublished(batch: Batch): void {
  const published = () =>
    batch.disk
      .rows('schedules')
      .filter(({ kind }) => kind === 'fees')
      .toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1))
  for (const { before, after } of batch.of('orders')) {
    if (before === null && after.source === 'order') {
      const rule =
        (published().find(({ fromDate }) => fromDate <= after.tradeDate)?.body as typeof FEE | undefined) ??
        FEE
      const isFree = after.feePpm === 0 && after.feeMaxYen === 0 && after.purpose === 'close'
      holds(
        isFree ||
          (after.feePpm === rule.ratePpm &&
            after.feeMinYen === rule.minYen &&
            after.feeMaxYen === rule.maxYen),
        'I19',
        () =>
          `order ${after.number} was quoted ${after.feePpm} ppm, ${after.feeMinYen} to ${after.feeMaxYen} yen; published are ${rule.ratePpm} ppm, ${rule.minYen} to ${rule.maxYen}`,
      )
    }
    if (after.filledYen === (before?.filledYen ?? 0)) continue
    // Orders of one closing pay one commission.
    const group =
      after.feeGroup === null
        ? [after]
        : batch.disk.rows('orders').filter(({ feeGroup }) => feeGroup === after.feeGroup)
    const tradedYen = group.reduce((sum, { filledYen }) => sum + filledYen, 0)
    const paidYen = group.reduce((sum, { feeYen }) => sum + feeYen, 0)
    const bare = Math.min(
      Math.max(Number((BigInt(tradedYen) * BigInt(after.feePpm)) / 1_000_000n), after.feeMinYen),
      after.feeMaxYen,
    )
    const fee = bare + Math.floor(bare / 10)
    holds(
      paidYen === fee,
      'I19',
      () =>
        `order ${after.number} and its group traded ${tradedYen} yen and paid ${paidYen}; the formula says ${fee}`,
    )
  }
  const closed = new Map(
    batch
      .of('orders')
      .map(({ before, after }) => [
        after.lotId,
        { quantity: after.filledQuantity - (before?.filledQuantity ?? 0) },
      ]),
  )
  for (const { before, after } of batch.of('lots')) {
    const traded = batch.of('fills').filter(({ after: { lotId } }) => lotId === after.id)
    if (
      before === null ||
      after.openQuantity >= before.openQuantity ||
      traded.length !== 1 ||
      !closed.has(after.id)
    )
      continue
    const { at, quantity } = traded[0]!.after
    const isFree = (after.side === 'up' && after.leverageTenths <= 10) || after.source === 'day-trade'
    const ppm = isFree ? 0 : after.side === 'up' ? 28_000 : 11_500
    const notionalYen = (before.openPriceTenths * quantity) / 10
    const charged = after.chargesYen - before.chargesYen
    // The day on which the closing settles is that of its market date or the next: an exchange's day goes on
    // after midnight.
    const today = new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
    const possible = [1, 2].map((settles) =>
      floorOf(
        Math.floor(notionalYen),
        ppm,
        Math.max(daysBetween(before.settlementDate, today) + settles, 0) + 1,
      ),
    )
    holds(
      possible.includes(charged) || charged === floorOf(Math.floor(notionalYen), ppm, 1),
      'I19',
      () =>
        `lot ${after.number}: ${charged} yen charged for ${quantity} shares; the formula says ${possible.join(' or ')}`,
    )
  }
  for (const { after: entry } of batch.of('loan_entries')) {
    const change = batch.of('loans').find(({ after: { id } }) => id === entry.loanId)
    if (
      entry.kind !== 'interest' ||
      !change?.before?.since ||
      batch.of('loan_entries').some(({ after }) => after.loanId === entry.loanId && after.seq !== entry.seq)
    )
      continue
    const { principalYen, ratePpm, since, carriedYen } = change.before
    const due = carriedYen + floorOf(principalYen, ratePpm, Math.max(daysBetween(since, entry.day), 0))
    const isWhole =
      batch
        .of('loan_entries')
        .some(({ after }) => after.loanId === entry.loanId && after.kind === 'repaid') ||
      batch.journal.find(({ seq }) => seq === entry.seq)?.type === 'loan.interest'
    holds(
      isWhole ? entry.yen === due : entry.yen <= due,
      'I19',
      () => `loan ${entry.loanId}: ${entry.yen} yen of interest; the formula says ${due}`,
    )
  }
}
