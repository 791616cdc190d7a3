import { dateJst, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { memberCaller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { preOpenAt, tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { on, type AppContext, type Job, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { yearOf } from '../model/year.ts'
import { chooseAccountCommand } from './choose-account.ts'
import { closeYear } from './close-year.ts'
import { yearsOf } from './queries.ts'
import { sameDayRule } from './same-day.ts'
import { TAX_TABLES, taxRules, taxYears } from './tables.ts'
import { reportView, taxView } from './views.ts'

const CLOSED_AT_ONCE = 200

/** Results by settlement date, what is withheld on them, and the reports of the years. */
export function createTax(context: AppContext, { market }: { market: Pick<MarketPublic, 'nameOf'> }): Module {
  const today = () => dateJst(context.clock.market())
  const choose = chooseAccountCommand(today)
  const sameDay = sameDayRule(() =>
    context.calendar.next(tradeDateAt(context.schedule, context.calendar, context.clock.market())),
  )
  return {
    name: 'tax',
    tables: TAX_TABLES,
    commands: [choose, closeYear, sameDay],
    routes: [
      on(contract.getTax, ({ caller, lang }) =>
        taxView(context.engine.read, caller.memberId, today(), (code) => market.nameOf(code, lang)),
      ),
      on(contract.listTaxReports, async ({ caller }) =>
        (await yearsOf(context.db, caller.memberId)).map(reportView),
      ),
      on(contract.chooseTaxAccount, async ({ input, caller, key }) => {
        const { memberId, sessionId } = caller
        const { result } = await context.engine.submit(
          choose,
          { account: input.account },
          memberCaller(memberId, sessionId, key),
        )
        return result.ok ? result.answer : result
      }),
    ],
    jobs: [yearEndJob(context)],
    start: async () => {
      if (!context.engine.read.of(taxRules).get('same-day'))
        await context.engine.submit(sameDay, {}, SYSTEM_CALLER)
    },
  }
}

/** On the first trading day of a year, after its settlements, the years before are closed. */
function yearEndJob(context: AppContext): Job {
  const { calendar, schedule } = context
  const firstDay = (year: number): DateJst => {
    const newYear = `${year}-01-01`
    return calendar.isTradingDay(newYear) ? newYear : calendar.next(newYear)
  }
  const due = (year: number) => preOpenAt(schedule, firstDay(year)) + MINUTE
  return {
    name: 'tax.year-end',
    // The days of a year to come may change.
    moves: true,
    next(after: Ms) {
      const year = Number(yearOf(dateJst(after)))
      return due(year) > after ? due(year) : due(year + 1)
    },
    async run(dueAt: Ms) {
      const tradeDate = dateJst(dueAt)
      for (;;) {
        const rows = context.engine.read
          .of(taxYears)
          .range('open', 'all', { to: Number(yearOf(tradeDate)) - 1, limit: CLOSED_AT_ONCE })
        const [first] = rows
        if (!first) return
        const memberIds = rows.filter(({ year }) => year === first.year).map(({ memberId }) => memberId)
        await context.engine.submit(
          closeYear,
          { year: first.year, memberIds, at: dueAt, tradeDate },
          SYSTEM_CALLER,
        )
      }
    },
  }
}
