import { iso } from '#kernel/time.ts'
import { NotFound, on, type AppContext, type RouteHandler } from '#modules/module.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { listNamed, madeOf } from '../model/behind.ts'
import { standingsOf, type Closing } from '../model/closing.ts'
import type { Figures } from '../model/figures.ts'
import * as contract from '../operator-contract.ts'
import { behindAdded, behindPage, type BehindRow, type BehindSpan } from './behind-queries.ts'
import { closingOf, closingOn, lastClosing, type ClosingRow } from './closing-queries.ts'
import { endOf, readClosing } from './closing.ts'
import { figuresSince } from './fact-queries.ts'

/** The day that goes on, as the figures of everybody who looks have it. */
export type DayNow = {
  asOf: number
  figures: Figures
  report: Pick<Closing, 'classes' | 'moves' | 'owed' | 'toSeq'>
}

type Deps = {
  context: AppContext
  staff: Pick<StaffPublic, 'logRead'>
  today: () => Promise<DayNow & { span: Pick<BehindSpan, 'day' | 'from' | 'to'> }>
}

/** The lists behind figures: each row, and what all rows make, beside what the figure says. */
export function behindRoutes({ context, staff, today }: Deps): RouteHandler[] {
  const { db, text } = context
  const opened = (before: ClosingRow | undefined) => ({
    fromSeq: (before?.toSeq ?? -1) + 1,
    opening: before === undefined ? [] : standingsOf(readClosing(before)),
  })
  /** A closed day. */
  async function closed(row: ClosingRow) {
    const before = await closingOf(db, row.number - 1)
    const report = readClosing(row)
    const span: BehindSpan = {
      ...opened(before),
      day: row.day,
      from: endOf(context, before),
      to: endOf(context, row),
      toSeq: row.toSeq,
      overdrawn: report.owed.overdrawn,
    }
    return { span, report, figures: null }
  }
  /** The day that goes on. */
  async function running() {
    const [{ report, figures, span }, last] = await Promise.all([today(), lastClosing(db)])
    return {
      span: { ...opened(last), ...span, toSeq: report.toSeq, overdrawn: report.owed.overdrawn },
      report,
      figures,
    }
  }
  return [
    on(contract.listBehind, async ({ operator, params: { of }, query: { day, ...query }, lang }) => {
      const list = listNamed(of)
      if (list === null) throw new NotFound()
      const row = day === undefined ? undefined : await closingOn(db, day)
      if (day !== undefined && row === undefined) throw new NotFound()
      const { span, report, figures } = row === undefined ? await running() : await closed(row)
      const { behind, figure, unit } = list
      const [page, added, kept] = await Promise.all([
        behindPage(db, behind.rows, span, askedPage(query)),
        behindAdded(db, behind.rows, span),
        figure === null || figures !== null ? [] : figuresSince(db, [figure], span.day),
      ])
      for (const memberId of new Set(page.rows.flatMap((each) => each.memberId ?? [])))
        await staff.logRead(operator.operatorId, memberId, 'ledger')
      const nameOf = ({ is, what }: Pick<BehindRow, 'is' | 'what'>): string | null =>
        what === null ? null : text(lang, `portfolio.${is === 'entry' ? 'entry' : 'account'}.${what}`)
      return {
        day: row?.day ?? null,
        asOf: iso(span.to),
        unit,
        makes: behind.makes,
        account: list.account === null ? null : text(lang, `portfolio.account.${list.account}`),
        entry: list.kind === null ? null : text(lang, `portfolio.entry.${list.kind}`),
        says:
          figure === null
            ? list.said(report)
            : figures === null
              ? (kept.find((each) => each.day === span.day)?.value ?? null)
              : figures[figure],
        made: madeOf(behind, added),
        rows: page.rows.map(({ id, is, what, reference, memberId, number, code, yen, ms, at }) => ({
          ...{ id, is, reference, memberId, number, code, yen, ms },
          what: nameOf({ is, what }),
          at: iso(at),
        })),
        next: page.next,
        total: page.total,
        simulated: true as const,
      }
    }),
  ]
}
