import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { callsOf, marginCalls, marginCloses } from '#modules/margin/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { lots, openLots } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { pricesOf } from './account.ts'
import { closeCommand } from './close.ts'
import { deadlineOf } from './closing-job.ts'
import { paidInSince } from './queries.ts'
import { isNeeded, reviewOf, type reviewCommand, type ReviewInput } from './review.ts'

/** Of one close, in one command. */
const MEMBERS_AT_ONCE = 100

/** The checks at a close, and those in between for members who have a call. */
export type CarryOut = {
  close(tradeDate: DateJst, dueAt: Ms): Promise<void>
  /** Soon, and once for all that happens until then. */
  reviewNow(memberId: MemberId): void
}

/** Collects what the commands need from outside of the rows: closing prices, and what was paid in. */
export function carryOut(
  context: AppContext,
  market: Pick<MarketPublic, 'closesOf'>,
  review: ReturnType<typeof reviewCommand>,
): CarryOut {
  const { calendar, schedule, clock, db, log } = context
  const read = () => context.engine.read

  /** Looks whether anything has become of a member's calls, and has it written if so. */
  async function reviewMember(memberId: MemberId, deadline: Ms | null, at: Ms): Promise<void> {
    const calls = callsOf(read(), memberId)
    if (calls.length === 0) return
    const paidIn = await paidInSince(
      db,
      calls.filter(({ state }) => state === 'open'),
      deadline ?? at,
    )
    const input: ReviewInput = { at, deadline, memberId, paidIn }
    if (isNeeded(reviewOf(read(), input))) await context.engine.submit(review, input, SYSTEM_CALLER)
  }
  const reviewNow = inTurn((memberId: MemberId) =>
    reviewMember(memberId, null, clock.market()).catch((err: unknown) =>
      log.warn({ err, memberId }, 'a margin call could not be looked at; the next close does it'),
    ),
  )

  async function close(tradeDate: DateJst, dueAt: Ms): Promise<void> {
    const memberIds = [
      ...new Set(
        [...read().of(lots).all().filter(isLeveraged), ...read().of(marginCloses).all()].map(
          (row) => row.memberId,
        ),
      ),
    ].sort()
    const heldBy = (ids: readonly string[]) => ids.flatMap((memberId) => openLots(read(), memberId))
    // First of all the exchange itself has to have closed: its last fills count too.
    const closes = await market.closesOf(new Set(heldBy(memberIds).map(({ code }) => code)), tradeDate)
    // A deadline that nobody has confirmed to be over closes nobody out: a close after it does
    // (decision 112).
    const over = Math.min(dueAt, clock.confirmedMarket())
    const due = read().of(marginCalls).range('deadline', 'open', { to: over })
    for (const memberId of new Set(due.map((call) => call.memberId)))
      await reviewMember(memberId, over, dueAt)

    for (let from = 0; from < memberIds.length; from += MEMBERS_AT_ONCE) {
      const asked = memberIds.slice(from, from + MEMBERS_AT_ONCE)
      await context.engine.submit(
        closeCommand,
        {
          at: dueAt,
          deadlineAt: deadlineOf(schedule, calendar, tradeDate),
          memberIds: asked,
          prices: pricesOf((code) => closes.get(code), heldBy(asked)),
          settlementDate: calendar.settlementDate(tradeDate),
          tradeDate,
        },
        SYSTEM_CALLER,
      )
    }
  }

  return { close, reviewNow }
}

/** Runs `work` for one key at a time; asked again meanwhile, it runs once more after. */
function inTurn(work: (key: string) => Promise<void>): (key: string) => void {
  const running = new Map<string, 'once' | 'again'>()
  const run = (key: string) => {
    running.set(key, 'once')
    void work(key).finally(() => {
      const again = running.get(key) === 'again'
      running.delete(key)
      if (again) run(key)
    })
  }
  return (key) => void (running.has(key) ? running.set(key, 'again') : run(key))
}
