import { dateJst, iso } from '#kernel/time.ts'
import type { SettlementRow } from '#modules/portfolio/server/tables.ts'
import { holds } from '../breach.ts'
import { Sums, type Batch } from './durable.ts'

const WORKING = new Set(['ARMED', 'HELD', 'PENDING_NEW', 'UNKNOWN', 'NEW', 'PARTIALLY_FILLED'])
const floorOf = (yen: number, ppm: number): number => Number((BigInt(yen) * BigInt(ppm)) / 1_000_000n)

/**
 * A promise: a working order holds what its open rest needs at its price, with the fee, less what its fills
 * have locked and paid: whatever has been amended, filled or given back.
 */
export function restsAreHeld(batch: Batch): void {
  for (const { after: order } of batch.of('orders')) {
    if (
      !WORKING.has(order.ordStatus) ||
      order.reserveTenths === null ||
      order.amendPriceTenths !== null ||
      order.amendQuantity !== null
    )
      continue
    const totalYen =
      order.filledYen + Math.floor((order.reserveTenths * (order.quantity - order.filledQuantity)) / 10)
    const marginYen = Number(
      (BigInt(totalYen) * 10n + BigInt(order.leverageTenths) - 1n) / BigInt(order.leverageTenths),
    )
    const isFree = order.source === 'day-trade' && (order.side === 'down' || order.leverageTenths > 10)
    const bare = isFree
      ? 0
      : Math.min(Math.max(floorOf(totalYen, order.feePpm), order.feeMinYen), order.feeMaxYen)
    const needed = marginYen - order.marginYen + bare + Math.floor(bare / 10) - order.feeYen
    const held = order.holdAvailableYen + order.holdUnsettledYen
    holds(
      held === needed,
      'promise',
      () => `order ${order.number} of ${order.quantity} shares holds ${held} yen; its rest needs ${needed}`,
    )
  }
}

/** A promise: whatever money is there has met the debt first. */
export function moneyMeetsDebts(batch: Batch): void {
  for (const {
    after: { memberId, available, unsettled, shortfall },
  } of batch.of('member_balances')) {
    const owed = Math.abs(shortfall ?? 0)
    holds(
      owed === 0 || ((available ?? 0) === 0 && (unsettled ?? 0) === 0),
      'promise',
      () => `${memberId} owes ${owed} yen, and has ${available ?? 0} and ${unsettled ?? 0}`,
    )
  }
}

/**
 * A promise: unsettled money waits for a day, all of it; with that day it is settled, once. What comes late
 * to a day that has been settled waits anew.
 */
export function makeSettlementCheck(): (batch: Batch) => void {
  const waiting = new Sums()
  const came = new Sums()
  const settled = new Sums()
  return (batch) => {
    const runs = new Map(
      batch.journal.flatMap(({ type, seq, ts }) => (type === 'settlement.run' ? [[seq, ts] as const] : [])),
    )
    const ran = new Set<string>()
    for (const {
      after: { seq, memberId, kind, yen, tradeDate },
    } of runs.size === 0 ? [] : batch.of('transfers')) {
      const at = runs.get(seq)
      if (kind !== 'settlement' || at === undefined) continue
      holds(
        dateJst(at) >= tradeDate,
        'promise',
        () => `${yen} yen of ${memberId} were settled ${iso(at)}, and wait for ${tradeDate}`,
      )
      settled.add(`${memberId} ${tradeDate}`, yen)
      ran.add(`${memberId} ${tradeDate}`)
    }
    const touched = new Set(
      batch
        .of('member_balances')
        .flatMap(({ before, after }) => (before?.unsettled === after.unsettled ? [] : [after.memberId])),
    )
    const waits = (row: SettlementRow | null) => (row === null || row.done ? 0 : row.yen)
    for (const { before, after } of batch.of('settlements')) {
      const day = `${after.memberId} ${after.dueDate}`
      const isAnew =
        before === null ||
        (before.done && !after.done) ||
        ((before.done || ran.has(day)) && before.yen !== after.yen)
      came.add(day, after.yen - (isAnew ? 0 : before.yen))
      waiting.add(after.memberId, waits(after) - waits(before))
      touched.add(after.memberId)
      holds(
        settled.get(day) + waits(after) <= came.get(day),
        'promise',
        () => `${day}: ${settled.get(day)} yen are settled, ${waits(after)} wait, and ${came.get(day)} came`,
      )
      ran.delete(day)
    }
    for (const day of ran) holds(false, 'promise', () => `${day} was settled, and its row does not say so`)
    for (const memberId of touched) {
      const unsettled = batch.disk.row('member_balances', memberId)?.unsettled ?? 0
      holds(
        unsettled <= waiting.get(memberId),
        'promise',
        () =>
          `${memberId} has ${unsettled} yen unsettled; what waits for a day is ${waiting.get(memberId)} yen`,
      )
    }
  }
}

/**
 * A promise: what is set aside for a draw or a pool comes back as it was taken, settled money as settled and
 * unsettled as unsettled. Where it is paid in the same batch, I8 holds the sum.
 */
export function subscriptionsComeBack(batch: Batch): void {
  const held = new Sums()
  for (const { before, after } of batch.of('applications')) {
    held.add(`${after.memberId} available`, after.heldAvailableYen - (before?.heldAvailableYen ?? 0))
    held.add(`${after.memberId} unsettled`, after.heldUnsettledYen - (before?.heldUnsettledYen ?? 0))
  }
  const waits = (row: { state: string; buyYen: number } | null) => (row?.state === 'pending' ? row.buyYen : 0)
  for (const { before, after } of batch.of('copy_follows'))
    held.add(`${after.memberId} available`, waits(after) - waits(before))
  const moved = new Sums()
  const payers = new Set<string>()
  for (const {
    after: { memberId, debit, credit, yen },
  } of batch.of('transfers')) {
    const hold = `m:${memberId}:subscriptionHold`
    if (debit !== hold && credit !== hold) continue
    const part = (debit === hold ? credit : debit).split(':')[2]
    if (part === 'available' || part === 'unsettled')
      moved.add(`${memberId} ${part}`, credit === hold ? yen : -yen)
    else payers.add(memberId)
  }
  for (const name of new Set([...held.names(), ...moved.names()])) {
    const [memberId = '', part] = name.split(' ')
    holds(
      payers.has(memberId) || held.get(name) === moved.get(name),
      'promise',
      () =>
        `${moved.get(name)} yen of ${memberId}'s ${part} money were set aside; rows say ${held.get(name)}`,
    )
  }
}

/**
 * Jobs that charge members, or give a charge back, once for a day; taxes of a settled day, which late fills
 * change, are held to the year's results by the tax check.
 */
const JOBS_THAT_CHARGE = new Set(['loan.interest', 'copy.nav', 'day-trade.left', 'tax.close-year'])
const CHARGES = new Set(['pool-fee', 'day-penalty', 'income-tax-refund', 'local-tax-refund'])

/**
 * A promise: a job charges nobody twice for a day, however often it runs for it, however late, over whatever
 * crash. Of loans the entries of each are asked, since two of them may begin on two days.
 */
export function makeChargedOnceCheck(): (batch: Batch) => void {
  const charged = new Map<string, number>()
  return (batch) => {
    const runs = new Map(
      batch.journal.flatMap(({ type, seq }) => (JOBS_THAT_CHARGE.has(type) ? [[seq, type] as const] : [])),
    )
    if (runs.size === 0) return
    const once = (seq: number, what: string) => {
      const type = runs.get(seq)
      if (type === undefined) return
      const first = charged.get(`${type} ${what}`) ?? seq
      holds(first === seq, 'promise', () => `${type} of seq ${seq} and of seq ${first}: ${what}`)
      charged.set(`${type} ${what}`, seq)
    }
    for (const {
      after: { loanId, day, kind, seq, yen },
    } of batch.of('loan_entries'))
      if (kind === 'interest' && yen > 0) once(seq, `interest of loan ${loanId} for ${day}`)
    for (const {
      after: { seq, memberId, debit, kind, orderId, tradeDate },
    } of batch.of('transfers'))
      // A lead has one fee from each pool; each pool pays it once.
      if (CHARGES.has(kind) && !(kind === 'pool-fee' && debit === 'h:pools'))
        once(seq, `${kind} of ${memberId} for ${tradeDate}${orderId === null ? '' : `, ${orderId}`}`)
  }
}

/** A promise: what a member owes on loans is what is left of each of them, part by part. */
export function loansAreOwed(batch: Batch): void {
  const touched = new Set([
    ...batch.of('loans').map(({ after }) => after.memberId),
    ...batch
      .of('member_balances')
      .flatMap(({ before, after }) => (before?.loan === after.loan ? [] : [after.memberId])),
  ])
  if (touched.size === 0) return
  const left = new Sums()
  for (const { memberId, principalYen } of batch.disk.rows('loans')) left.add(memberId, principalYen)
  for (const memberId of touched) {
    const owed = 0 - (batch.disk.row('member_balances', memberId)?.loan ?? 0)
    holds(
      owed === left.get(memberId),
      'promise',
      () => `${memberId} owes ${owed} yen on loans; what is left of them comes to ${left.get(memberId)}`,
    )
  }
}

const TAKEN = new Set([
  'income-tax-withheld',
  'local-tax-withheld',
  'dividend-income-tax',
  'dividend-local-tax',
])
const RETURNED = new Set(['income-tax-refund', 'local-tax-refund'])
/**
 * Security-and-trust and facts, written down anew: 15.315 % and 5 % of what the year has come to, each
 * floored.
 */
const [INCOME_PPM, LOCAL_PPM] = [153_150, 50_000]

/**
 * A promise: of a year's results the tax is withheld, part by part, and given back as they fall; the ledger
 * and the year say the same.
 */
export function makeTaxCheck(): (batch: Batch) => void {
  const withheld = new Sums()
  const stated = new Sums()
  return (batch) => {
    const touched = new Set<string>()
    for (const {
      after: { debit, credit, kind, yen },
    } of batch.of('transfers')) {
      const memberId = (TAKEN.has(kind) ? debit : RETURNED.has(kind) ? credit : '').split(':')[1]
      if (memberId === undefined) continue
      withheld.add(memberId, TAKEN.has(kind) ? yen : -yen)
      touched.add(memberId)
    }
    const taxOf = (row: (typeof changes)[number]['after'] | null) =>
      row === null
        ? 0
        : row.incomeTaxYen + row.localTaxYen + row.dividendIncomeTaxYen + row.dividendLocalTaxYen
    const changes = batch.of('tax_years')
    for (const { before, after } of changes) {
      stated.add(after.memberId, taxOf(after) - taxOf(before))
      touched.add(after.memberId)
      if (after.kind !== 'withholding') continue
      const gain = Math.max(after.totalYen, 0)
      holds(
        after.incomeTaxYen === floorOf(gain, INCOME_PPM) && after.localTaxYen === floorOf(gain, LOCAL_PPM),
        'promise',
        () =>
          `${after.memberId} has come to ${after.totalYen} yen in ${after.year}, with ${after.incomeTaxYen} and ${after.localTaxYen} yen of tax`,
      )
    }
    for (const memberId of touched)
      holds(
        withheld.get(memberId) === stated.get(memberId),
        'promise',
        () =>
          `${withheld.get(memberId)} yen of tax were withheld of ${memberId}; the years say ${stated.get(memberId)}`,
      )
  }
}
