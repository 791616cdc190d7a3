import { DAY, HOUR, timeJst, dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { paymentWindow } from '../model/payment.ts'
import { termsOf } from './purchase.ts'
import { results, wins, type WinRow } from './tables.ts'
import { passOn, tellBack, winAfter } from './win.ts'

export type RoundDeps = { draws: DrawsPublic; listings: ListingsPublic }
/** `at`: the market time at which it is due, `tradeDate` the one of then. */
type Round = { offeringId: string; at: Ms; tradeDate: DateJst }

const unconfirmed = (tables: TableAccess, offeringId: string, at: Ms): WinRow[] =>
  tables
    .of(wins)
    .by('offering', offeringId)
    .filter(({ state, confirmBy }) => state === 'won' && confirmBy <= at)

/**
 * The middle of the days of payment: what winners have not confirmed passes to the waiting list. Run again it
 * changes nothing.
 */
export const passOnCommand = ({ draws, listings }: RoundDeps) =>
  defineCommand({
    type: 'ipo.pass-on',
    captureInputs: () => undefined,
    run(tables, { offeringId, at, tradeDate }: Round, _inputs, call) {
      const result = tables.of(results).get(offeringId)!
      if (result.passedOnAt !== null) return done({ passedOn: 0 })
      const { endsAt } = paymentWindow(termsOf(listings, tables, offeringId))
      const step = draws.step(tables, { seq: call.seq, at, tradeDate })
      const left = unconfirmed(tables, offeringId, at)
      const events = left.flatMap((win) => passOn(draws, step, { win, result, event: 'end', endsAt }))
      tables.of(results).update(result, { passedOnAt: at })
      post(tables, step, step.drafts.transfers())
      return done({ passedOn: left.length }, events)
    },
  })

/**
 * The end of the days of payment: what is not confirmed stays with the issuer, and its money goes back. Run
 * again it changes nothing.
 */
export const endCommand = ({ draws }: RoundDeps) =>
  defineCommand({
    type: 'ipo.end',
    captureInputs: () => undefined,
    run(tables, { offeringId, at, tradeDate }: Round, _inputs, call) {
      const result = tables.of(results).get(offeringId)!
      if (result.endedAt !== null) return done({ lapsed: 0 })
      const step = draws.step(tables, { seq: call.seq, at, tradeDate })
      const left = unconfirmed(tables, offeringId, at)
      const events = left.flatMap((win) => {
        winAfter(step, win, 'end')
        draws.release(step, draws.application(tables, win.id)!)
        return tellBack(step, win, result.code, 'end')
      })
      tables.of(results).update(result, { endedAt: at })
      post(tables, step, step.drafts.transfers())
      return done({ lapsed: left.length }, events)
    },
  })

/** The middle of whole days is a midnight or a noon. */
const HALF_DAY: Ms = 12 * HOUR

/** At every midnight and noon of Japan: whichever middles and ends have come. */
export function roundsJob(
  context: AppContext,
  { listings }: Pick<RoundDeps, 'listings'>,
  commands: { passOn: ReturnType<typeof passOnCommand>; end: ReturnType<typeof endCommand> },
  tradeDateOf: (at: Ms) => DateJst,
): Job {
  return {
    name: 'ipo.rounds',
    next(after) {
      const midnight = timeJst(dateJst(after), 0)
      return after < midnight + HALF_DAY ? midnight + HALF_DAY : midnight + DAY
    },
    async run(at) {
      const { engine } = context
      for (const { id: offeringId, isVoid, passedOnAt, endedAt } of engine.read.of(results).all()) {
        if (isVoid || endedAt !== null) continue
        const listing = listings.terms(engine.read, 'ipo', offeringId)!
        if (listing.isVoid) continue
        const { passesOnAt, endsAt } = paymentWindow(listing.terms)
        const round = { offeringId, at, tradeDate: tradeDateOf(at) }
        if (passedOnAt === null && at >= passesOnAt)
          await engine.submit(commands.passOn, round, SYSTEM_CALLER)
        if (at >= endsAt) await engine.submit(commands.end, round, SYSTEM_CALLER)
      }
    },
  }
}
