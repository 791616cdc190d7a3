import { describe, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import { closings } from '#modules/funding/server/tables.ts'
import { charge, draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { MEMBER, MONEY_TABLES, moneyDesk } from '#modules/orders/server/money.fixture.ts'
import { rateOf } from '../model/terms.ts'
import { approveEffect } from './effects.ts'
import { dueLoans, interestCommand } from './interest.ts'
import { repayCommand } from './repay.ts'
import { LOAN_TABLES, loans, type LoanEntryRow } from './tables.ts'

const approve = approveEffect(() => new Map())
const when = (call: { seq: number; at: number }) => ({
  seq: call.seq,
  at: call.at,
  tradeDate: dateJst(call.at),
  wall: call.at,
  id: String(call.seq),
})
/** An application that is there, and the two signatures under it. */
const lendCommand = defineCommand({
  type: 'test.lend',
  captureInputs: () => undefined,
  run(tables, { id, yen }: { id: string; yen: number }, _inputs, call) {
    tables
      .of(loans)
      .insert({
        id,
        number: tables.of(loans).size + 1,
        memberId: MEMBER,
        yen,
        ratePpm: rateOf(yen),
        incomeYen: 900_000_000,
        detailsHash: '',
        state: 'pending',
        appliedAt: call.at,
        decidedAt: null,
        reason: null,
        refusedBy: [],
        lentAt: null,
        principalYen: 0,
        carriedYen: 0,
        since: null,
        paidInterestYen: 0,
        onTime: 0,
        late: 0,
        endedAt: null,
      })
    return approve.carryOut(tables, { subject: id, body: {}, reason: null, signers: [] }, when(call), {
      prices: {},
    })
  },
})
/** Money that was lost. */
const loseCommand = defineCommand({
  type: 'test.lose',
  captureInputs: () => undefined,
  run(tables, { yen }: { yen: number }, _inputs, call) {
    const draft = draftFrom(MEMBER, balances(tables, MEMBER))
    charge(draft, 'clearing', yen, { kind: 'loss' })
    post(tables, when(call), draft.transfers)
    return done(null)
  },
})

/** Loans of one member, day by day. */
function desk(depositYen: number) {
  const tables = [...LOAN_TABLES, closings]
  const made = moneyDesk({ depositYen, tables })
  const interest = interestCommand
  const repay = repayCommand(() => ({
    wall: made.market.at,
    at: made.market.at,
    tradeDate: dateJst(made.market.at),
  }))
  const money = () => balances(made.tables, MEMBER)
  const entries = (): LoanEntryRow[] =>
    [...made.kept.rows]
      .filter(([key]) => key.startsWith('loan_entries '))
      .map(([, row]) => row as LoanEntryRow)
  return {
    ...made,
    entries,
    /** Debts as positive figures. */
    balances: money,
    on(day: string) {
      made.market.at = timeJst(day, 10)
    },
    lend: (id: string, yen: number) => made.submit(lendCommand, { id, yen }, null),
    lose: (yen: number) => made.submit(loseCommand, { yen }, null),
    repay: (loanId: string, yen: number | null) => made.submit(repay, { loanId, yen }, MEMBER),
    /** The job's command at the beginning of a day. */
    chargeOn(day: string) {
      made.market.at = timeJst(day, 0)
      return made.submit(interest, { loanIds: dueLoans(made.tables, day), day, at: timeJst(day, 0) }, null)
    },
    again: (loanIds: string[], day: string) =>
      made.submit(interest, { loanIds, day, at: timeJst(day, 0) }, null),
    loan: (id: string) => made.tables.of(loans).get(id)!,
    told: (kind: string) =>
      [...made.kept.rows].filter(
        ([key, row]) => key.startsWith('messages ') && (row as { kind: string }).kind === kind,
      ).length,
    /**
     * Every yen is in the log; what the loans say is what the ledger says; the journal says the same again.
     */
    isExact() {
      const sums = new Map<string, number>()
      for (const { debit, credit, yen } of made.kept.transfers) {
        sums.set(debit, (sums.get(debit) ?? 0) - yen)
        sums.set(credit, (sums.get(credit) ?? 0) + yen)
      }
      expect([...sums.values()].reduce((a, b) => a + b)).toBe(0)
      const all = made.tables.of(loans).all()
      const sum = (of: (row: (typeof all)[number]) => number) => all.reduce((yen, row) => yen + of(row), 0)
      expect(sum(({ principalYen }) => principalYen)).toBe(money().loan)
      expect(sum(({ paidInterestYen }) => paidInterestYen)).toBe(sums.get('h:interest') ?? 0)
      const said = (kind: LoanEntryRow['kind']) =>
        entries().reduce((yen, row) => yen + (row.kind === kind ? row.yen : 0), 0)
      expect([said('lent') - said('repaid'), said('interest')]).toEqual([
        money().loan,
        sums.get('h:interest') ?? 0,
      ])
    },
    runsAgain() {
      const again = reexecute(
        [...MONEY_TABLES, ...tables],
        [...Object.values(made.commands), lendCommand, loseCommand, interest, repay],
        made.records,
      )
      for (const [table, rows] of again) {
        for (const row of rows)
          expect(
            made.kept.rows.get(
              `${table.name} ${[table.key]
                .flat()
                .map((name) => String((row as Record<string, unknown>)[name]))
                .join(' ')}`,
            ),
          ).toEqual(row)
      }
    },
  }
}

describe('a month’s interest', () => {
  it('is charged once, however often the charge comes, and never for a day that is over', () => {
    const app = desk(1_000_000)
    app.on('2026-11-22')
    app.lend('a', 1_000_000)
    app.lend('b', 600_000)
    expect([app.balances().available, app.balances().loan]).toEqual([2_600_000, 1_600_000])
    app.chargeOn('2026-12-01')
    // 9 days of 8 % on a million, and of 12 % on 600,000.
    expect([app.loan('a').paidInterestYen, app.loan('b').paidInterestYen]).toEqual([1_972, 1_775])
    const after = app.balances()
    for (const day of ['2026-12-01', '2026-12-01', '2026-11-30', '2026-11-01']) app.again(['a', 'b'], day)
    expect(app.balances()).toEqual(after)
    expect([
      app.entries().filter(({ kind }) => kind === 'interest').length,
      app.told('loanInterest'),
    ]).toEqual([2, 2])
    app.isExact()
    app.runsAgain()
  })

  it('that the account cannot pay becomes a shortfall: late, told, without a penalty, and repaid by what comes in', () => {
    const app = desk(1_000_000)
    app.on('2026-11-22')
    app.lend('a', 9_000_000)
    app.lose(9_999_000)
    app.chargeOn('2026-12-01')
    // 17,753 are due and 1,000 there.
    expect(app.balances()).toMatchObject({ available: 0, loan: 9_000_000, shortfall: 16_753 })
    expect(app.loan('a')).toMatchObject({ paidInterestYen: 17_753, carriedYen: 0, onTime: 0, late: 1 })
    expect(app.told('shortfall')).toBe(1)
    const refused = app.repay('a', 1)
    expect([refused.ok, !refused.ok && refused.rejection]).toEqual([false, 'REPAY_UNCOVERED'])
    // The next month counts the principal alone.
    app.chargeOn('2027-01-01')
    expect(app.balances().shortfall).toBe(16_753 + 61_150)
    expect(app.loan('a').late).toBe(2)
    app.on('2027-01-02')
    app.lend('b', 500_000)
    expect(app.balances()).toMatchObject({ available: 500_000 - 77_903, shortfall: 0, loan: 9_500_000 })
    app.isExact()
    app.runsAgain()
  })

  it('of a loan that is repaid on the day of the charge is paid once', () => {
    const app = desk(1_000_000)
    app.on('2026-11-22')
    app.lend('a', 1_000_000)
    app.on('2026-12-01')
    app.repay('a', null)
    app.chargeOn('2026-12-01')
    expect(app.loan('a')).toMatchObject({
      state: 'repaid',
      principalYen: 0,
      paidInterestYen: 1_972,
      onTime: 1,
      late: 0,
    })
    app.isExact()
  })
})

it.each(['one', 'two', 'three'])(
  'a year of days over a leap February, repaid as it comes (%s): books and loans agree each day, and no yen too much is paid',
  (seed) => {
    const random = seeded('loans', seed)
    const app = desk(8_000_000)
    const from = '2027-11-22'
    app.on(from)
    for (const [id, yen] of [
      ['a', 700_000],
      ['b', 3_000_000],
      ['c', 12_000_000],
    ] as const)
      app.lend(id, yen)
    // Each day's interest as a fraction, in 365 millionths of a yen: what exact arithmetic would take.
    const exact = new Map<string, bigint>()
    let payments = 0
    for (let n = 1; n <= 366; n++) {
      const day = addDays(from, n)
      for (const { id, principalYen, ratePpm } of app.tables.of(loans).all())
        exact.set(id, (exact.get(id) ?? 0n) + BigInt(principalYen) * BigInt(ratePpm))
      if (day.endsWith('-01')) {
        app.chargeOn(day)
        payments += 3
      }
      if (random.below(5) === 0) {
        app.on(day)
        const id = ['a', 'b', 'c'][random.below(3)]!
        if (
          app.loan(id).state === 'open' &&
          app.repay(id, random.below(40) === 0 ? null : 1 + random.below(60_000)).ok
        )
          payments += 1
      }
      app.isExact()
    }
    // Whatever is still owed is paid on the last day.
    app.on(addDays(from, 366))
    for (const id of ['a', 'b', 'c'])
      if (app.loan(id).state === 'open' && app.repay(id, null).ok) payments += 1
    const paid = app.tables
      .of(loans)
      .all()
      .filter(({ state }) => state === 'repaid')
    for (const { id, paidInterestYen } of paid) {
      const whole = Number(exact.get(id)! / 365_000_000n)
      expect(paidInterestYen).toBeLessThanOrEqual(whole)
      expect(whole - paidInterestYen).toBeLessThanOrEqual(payments)
    }
    expect(paid.length).toBeGreaterThan(0)
    app.isExact()
    app.runsAgain()
  },
)
