import { addDays, dateJst, iso, MINUTE, type Ms } from '#kernel/time.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { on, type AppContext, type RouteHandler } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { FIGURE_KEYS, figureOf, figuresOf } from '../model/figures.ts'
import { behindRoutes } from './behind-routes.ts'
import { inSnapshot, lastClosing } from './closing-queries.ts'
import { dayNow, endOf } from './closing.ts'
import { factsOf, figuresInAll, figuresSince } from './fact-queries.ts'

/** The day that goes on is reckoned once for everybody who looks within this time. */
const REMEMBERED: Ms = MINUTE
const LINE_DAYS = 30
const FUNNEL = FIGURE_KEYS.filter((key) => figureOf(key).group === 'funnel')
const SIMULATED = { simulated: true } as const

/** Figures of closed days, which are kept, and of the day that goes on, which is reckoned. */
export function figureRoutes(context: AppContext, staff: Pick<StaffPublic, 'logRead'>): RouteHandler[] {
  const { db, clock, schedule, calendar } = context
  let known: { at: Ms; figures: ReturnType<typeof reckon> } | null = null

  async function reckon() {
    const asOf = Math.floor(clock.wall())
    const last = await lastClosing(db)
    const span = {
      day: tradeDateAt(schedule, calendar, clock.market()),
      from: endOf(context, last),
      to: asOf,
    }
    return inSnapshot(db, async (client) => {
      const report = await dayNow(client, last)
      return { asOf, span, report, figures: figuresOf(report, await factsOf(client, span, false)) }
    })
  }
  const now = () => {
    const at = clock.machine()
    if (known === null || at - known.at > REMEMBERED) {
      known = { at, figures: reckon() }
      // A failure is told to whoever asked, and tried again by the next.
      known.figures.catch(() => {
        known = null
      })
    }
    return known.figures
  }

  return [
    ...behindRoutes({ context, staff, today: now }),
    on(contract.listFigures, async () => {
      const last = await lastClosing(db)
      const since = addDays(last?.day ?? dateJst(clock.market()), 1 - LINE_DAYS)
      const [rows, inAll, { asOf, figures }] = await Promise.all([
        figuresSince(db, FIGURE_KEYS, since),
        figuresInAll(db, FUNNEL),
        now(),
      ])
      const byKey = Map.groupBy(rows, ({ key }) => key)
      return {
        day: last?.day ?? null,
        asOf: iso(asOf),
        figures: FIGURE_KEYS.map((key) => {
          const days = byKey.get(key) ?? []
          const today = figures[key]
          return {
            key,
            value: days.find(({ day }) => day === last?.day)?.value ?? null,
            today,
            inAll: FUNNEL.includes(key) ? (inAll.get(key) ?? 0) + (today ?? 0) : null,
            line: days.flatMap(({ value }) => value ?? []),
          }
        }),
        ...SIMULATED,
      }
    }),
    on(contract.showFigure, async ({ params: { figure }, query: { days = '30' } }) => {
      const last = await lastClosing(db)
      const since = addDays(last?.day ?? dateJst(clock.market()), 1 - Number(days))
      const rows = await figuresSince(db, [figure], since)
      return { days: rows.map(({ day, value }) => ({ day, value })), ...SIMULATED }
    }),
  ]
}
