import { no, type Refusal, type Result } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { on, type Caller, type AppContext, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { accepted, type ChartSettings } from '../model/chart.ts'
import { acceptedDrawings, rebasedDrawings, type Drawing } from '../model/drawings.ts'
import * as rules from '../model/watchlists.ts'
import type { WatchlistsPublic } from './public.ts'
import { change, chartOf, drawingsOf, keepChart, keepDrawings, read } from './queries.ts'

/**
 * Lists, screens and chart settings that members keep to look at the market with. Ordinary rows: no money
 * depends on them, and nothing of them is in the journal.
 */
export function createWatchlists(
  { db, bus, clock, schedule, calendar }: AppContext,
  { instruments }: { instruments: Pick<InstrumentsPublic, 'get' | 'actions'> },
): { module: Module; watchlists: WatchlistsPublic } {
  async function changed<Code extends string>(
    caller: Caller,
    apply: (kept: rules.SavedLists) => Result<rules.SavedLists, Code>,
  ): Promise<contract.WatchlistsView | Refusal<Code>> {
    const result = await change(db, caller.memberId, apply)
    if (!result.ok) return result
    bus.publish(`${contract.watchlistsTopic.name}/${caller.memberId}`, { type: 'changed' })
    return view(result.value)
  }
  /** Nobody is told of splits that are still to come. */
  const untilNow = (date: DateJst): DateJst => {
    const now = tradeDateAt(schedule, calendar, clock.market())
    return date < now ? date : now
  }
  /** New shares for an old one between two dates, whichever is the later one. */
  const sharesBetween = (code: string, from: DateJst, to: DateJst): number =>
    from <= to
      ? instruments.actions.sharesSince(code, from, to)
      : 1 / instruments.actions.sharesSince(code, to, from)
  const module: Module = {
    name: 'watchlists',
    topics: [{ topic: contract.watchlistsTopic }],
    routes: [
      on(contract.getWatchlists, async ({ caller }) => view(await read(db, caller.memberId))),
      on(contract.createWatchlist, ({ caller, input, key }) =>
        changed(caller, (kept) => rules.createList(kept, { id: key, name: input.name })),
      ),
      on(contract.arrangeWatchlists, ({ caller, input }) =>
        changed(caller, (kept) => rules.arrangeLists(kept, input.ids)),
      ),
      on(contract.renameWatchlist, ({ caller, params, input }) =>
        changed(caller, (kept) => rules.renameList(kept, params.id, input.name)),
      ),
      on(contract.removeWatchlist, ({ caller, params }) =>
        changed(caller, (kept) => rules.removeList(kept, params.id)),
      ),
      on(contract.addToWatchlist, ({ caller, params, input }) =>
        changed(caller, (kept) =>
          rules.addRow(kept, params.id, input.code, instruments.get(input.code) !== null),
        ),
      ),
      on(contract.takeOffWatchlist, ({ caller, params, input }) =>
        changed(caller, (kept) => rules.takeOffRow(kept, params.id, input.code)),
      ),
      on(contract.arrangeRows, ({ caller, params, input }) =>
        changed(caller, (kept) => rules.arrangeRows(kept, params.id, input.rows)),
      ),
      on(contract.markIssue, ({ caller, input }) =>
        changed(caller, (kept) => rules.markIssue(kept, input, instruments.get(input.code) !== null)),
      ),
      on(contract.chooseColumns, ({ caller, input }) =>
        changed(caller, (kept) => rules.chooseColumns(kept, input.columns)),
      ),
      on(contract.saveScreen, ({ caller, input, key }) =>
        changed(caller, (kept) => rules.saveScreen(kept, { ...input, id: key })),
      ),
      on(contract.removeScreen, ({ caller, params }) =>
        changed(caller, (kept) => rules.removeScreen(kept, params.id)),
      ),
      on(contract.getChart, async ({ caller }) => chartView(await chartOf(db, caller.memberId))),
      on(contract.keepChart, async ({ caller, input }) => {
        const chart = accepted(input)
        if (!chart.ok) return chart
        await keepChart(db, caller.memberId, chart.value)
        bus.publish(`${contract.watchlistsTopic.name}/${caller.memberId}`, { type: 'changed' })
        return chartView(chart.value)
      }),
      on(contract.getDrawings, async ({ caller, params: { code }, query }) => {
        const kept = await drawingsOf(db, caller.memberId, code)
        if (kept === undefined) return drawingsView([])
        const shares = sharesBetween(code, kept.sinceDate, untilNow(query.date))
        return drawingsView(rebasedDrawings(kept.drawings, shares))
      }),
      on(contract.keepDrawings, async ({ caller, params: { code }, input }) => {
        if (instruments.get(code) === null) return no('UNKNOWN_ISSUE', { code })
        const accepted = acceptedDrawings(input.drawings)
        if (!accepted.ok) return accepted
        const kept = await keepDrawings(db, caller.memberId, {
          code,
          drawings: accepted.value,
          sinceDate: untilNow(input.date),
        })
        if (!kept.ok) return kept
        bus.publish(`${contract.watchlistsTopic.name}/${caller.memberId}`, { type: 'changed' })
        return drawingsView(kept.value)
      }),
    ],
  }
  return {
    module,
    watchlists: {
      codesOf: async (memberId) => [
        ...new Set((await read(db, memberId)).lists.flatMap(({ codes }) => codes)),
      ],
    },
  }
}

const view = ({ lists, screens, marks, columns }: rules.SavedLists): contract.WatchlistsView => ({
  lists: lists.map((list) => ({ ...list, codes: [...list.codes] })),
  screens: [...screens],
  marks: [...marks],
  columns: [...columns],
  most: contract.LIMITS_SHOWN,
})

const chartView = ({ studies, scale, figures }: ChartSettings): contract.ChartView => ({
  studies: [...studies],
  scale,
  figures,
})

const drawingsView = (drawings: readonly Drawing[]): contract.DrawingsView => ({
  drawings: drawings.map(({ kind, points }) => ({ kind, points: [...points] })),
})
