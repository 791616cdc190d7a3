import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { EngineError } from '#platform/engine/engine.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { charge, draftFrom, move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { pools } from '#modules/copy/server/tables.ts'
import type { Batch } from './invariants/durable.ts'
import type { Dice } from './dice.ts'
import { MEMBERS } from './members.ts'
import type { SimApp } from './sim-app.ts'

type Sum = { memberId: string; yen: Yen; tradeDate: DateJst }

/** A charge of the server that is more than a member has: what is left of it is a debt. */
export const oweCommand = defineCommand({
  type: 'test.owe',
  captureInputs: () => null,
  run(tables, { memberId, yen, tradeDate }: Sum, _inputs, call) {
    const draft = draftFrom(memberId, balances(tables, memberId))
    const takenYen = draft.balances.available + draft.balances.unsettled
    charge(draft, 'fee', takenYen + yen, { kind: 'fee' })
    post(tables, { seq: call.seq, at: call.at, tradeDate }, draft.transfers)
    return done({ takenYen })
  },
})

/** A part of what was charged comes back. */
export const payCommand = defineCommand({
  type: 'test.pay',
  captureInputs: () => null,
  run(tables, { memberId, yen, tradeDate }: Sum, _inputs, call) {
    const draft = draftFrom(memberId, balances(tables, memberId))
    move(draft, 'fee', 'available', yen, { kind: 'correction' })
    repayShortfall(draft)
    post(tables, { seq: call.seq, at: call.at, tradeDate }, draft.transfers)
    return done(null)
  },
})

const SHARE = 0.03
const MOST_OWED_YEN = 600_000
const LASTS = { from: 10, to: 60 } as const
const HELD = [
  'orderHold',
  'lotMargin',
  'withdrawalHold',
  'subscriptionHold',
  'dividendHold',
  'paidShares',
] as const

/**
 * Members and pools that owe: now and then one whose money is held for something is charged more than is
 * free, so that whatever comes back meets a debt; after a while they have their money again.
 */
export class Debts {
  readonly #dice: Dice
  readonly #failed: (error: unknown) => void
  #coming: { readonly step: number; readonly sum: Sum }[] = []

  constructor(dice: Dice, failed: (error: unknown) => void) {
    this.#dice = dice
    this.#failed = failed
  }

  act(app: SimApp, step: number): void {
    for (const { sum } of this.#coming.filter((each) => each.step <= step))
      void this.#submit(app, payCommand.type, sum)
    this.#coming = this.#coming.filter((each) => each.step > step)
    if (!this.#dice.chance(SHARE)) return
    const managed = app.engine.read
      .of(pools)
      .all()
      .filter(({ state }) => state === 'open')
    const memberId = this.#dice.any(
      [...MEMBERS, ...managed]
        .map(({ id }) => id)
        .filter((id) => {
          const has = balances(app.engine.read, id)
          return has.shortfall === 0 && HELD.some((name) => has[name] > 0)
        }),
    )
    if (memberId !== undefined) void this.#charge(app, step, memberId)
  }

  async #charge(app: SimApp, step: number, memberId: string): Promise<void> {
    const { tradeDate } = app.modules.market.phase()
    const sum = { memberId, yen: this.#dice.between(1, MOST_OWED_YEN), tradeDate }
    const due = step + this.#dice.between(LASTS.from, LASTS.to)
    const answer = (await this.#submit(app, oweCommand.type, sum)) as { takenYen: Yen } | null
    if (answer !== null) this.#coming.push({ step: due, sum: { ...sum, yen: answer.takenYen + sum.yen } })
  }

  async #submit(app: SimApp, type: string, sum: Sum): Promise<unknown> {
    try {
      const { result } = await app.engine.submit(app.commands.get(type)!, sum, SYSTEM_CALLER)
      return result.ok ? result.answer : null
    } catch (error) {
      if (!(error instanceof EngineError)) this.#failed(error)
      return null
    }
  }
}

/** The payments that met a debt in this batch: the commands, and the kind of money that came free. */
export function debtsMet(batch: Batch): string[] {
  const types = new Map(batch.journal.map(({ seq, type }) => [seq, type]))
  const moved = batch.of('transfers').map(({ after }) => after)
  return moved
    .filter(({ kind }) => kind === 'shortfall-repaid')
    .flatMap(({ seq, memberId }) =>
      moved
        .filter((each) => each.seq === seq && each.memberId === memberId && isFree(each.credit))
        .map(({ kind }) => `${types.get(seq)} ${kind} met a debt`),
    )
}

const isFree = (account: string): boolean => /:(?:available|unsettled)$/.test(account)
