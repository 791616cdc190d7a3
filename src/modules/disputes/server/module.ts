import { iso } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import type { VenueException } from '#modules/orders/model/venue-exception.ts'
import type { OrdersPublic, ReportDecision } from '#modules/orders/server/public.ts'
import { askedPage, foundIn } from '#modules/staff/model/desk-list.ts'
import {
  NO_DETAIL,
  plainCase,
  type CaseFact,
  type Effect,
  type StaffPublic,
} from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'

type Reports = OrdersPublic['reports']
type Deps = {
  orders: Pick<OrdersPublic, 'reports'>
  staff: Pick<StaffPublic, 'register' | 'queue' | 'cases'>
}

const DECISIONS = { 'report.book': 'booked', 'report.set-aside': 'set-aside' } as const satisfies Readonly<
  Record<string, ReportDecision>
>

const effectOf = (
  reports: Reports,
  [power, decision]: [power: keyof typeof DECISIONS, decision: ReportDecision],
): Effect<{}, ReturnType<Reports['captureInputs']>> => ({
  power,
  memberOf: (tables, id) => reports.of(tables, id)?.memberId ?? null,
  captureInputs: (tables, id) => reports.captureInputs(tables, id),
  refuse: (tables, id) => reports.refuse(tables, id, decision),
  carryOut: (tables, { subject }, when, inputs) =>
    done(null, reports.decide(tables, subject, decision, when, inputs)),
})

/** Reports of venues that do not go with an order: the worklist of operators, and their decisions. */
export function createDisputes(context: AppContext, { orders: { reports }, staff }: Deps): Module {
  const text = (lang: string, key: string) => context.text(lang, `disputes.${key}`)
  for (const decision of Object.entries(DECISIONS))
    staff.register('disputes', effectOf(reports, decision as Parameters<typeof effectOf>[1]))
  staff.queue({
    name: 'disputes',
    roles: ['treasurer', 'reviewer'],
    items: (tables) =>
      reports
        .open(tables)
        .filter(({ fault }) => fault !== 'REPORT_WAITS')
        .map(({ id, memberId, at }) => ({ subject: id, memberId, since: at })),
    // No rule of ours decides what a venue has done wrong.
    judge: async () => null,
  })
  const rowOf = (id: string) => reports.of(context.engine.read, id)
  const facts = ({ fault, orderId, execId, said, more }: VenueException, lang: string): CaseFact[] => [
    { label: text(lang, 'console.fault'), value: text(lang, `console.fault.${fault}`) },
    { label: text(lang, 'console.order'), value: orderId },
    { label: text(lang, 'console.execution'), value: execId },
    { label: text(lang, 'console.said'), value: said },
    ...(more === 0 ? [] : [{ label: text(lang, 'console.more'), value: String(more) }]),
  ]
  staff.cases({
    powers: ['report.book', 'report.set-aside'],
    brief: async (id) => (rowOf(id) === undefined ? null : plainCase(id, { page: 'disputes', at: id })),
    detail: async (id, _body, lang) => ({ ...NO_DETAIL, facts: facts(rowOf(id)!, lang) }),
  })

  const numberOf = ({ memberId }: VenueException): number | null =>
    memberId === null ? null : (memberOf(context.engine.read, memberId)?.number ?? null)
  const view = (row: VenueException): contract.DisputeView => ({
    id: row.id,
    at: iso(row.at),
    orderId: row.orderId,
    member: row.memberId === null ? null : { id: row.memberId, number: numberOf(row) ?? 0 },
    code: row.code,
    execId: row.execId,
    fault: row.fault,
    said: row.said,
    state: row.status,
    bookable: row.status === 'open' && reports.isBookable(context.engine.read, row),
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    more: row.more,
  })
  return {
    name: 'disputes',
    routes: [
      on(contract.listDisputes, async ({ query }) => {
        const { state } = query
        const all = await reports.all(context.engine.read)
        const page = foundIn(
          state === undefined ? all : all.filter(({ status }) => status === state),
          ({ at, id }) => ({ figure: at, id }),
          (row) => ({ reference: row.id, number: numberOf(row), yen: 0 }),
          askedPage(query),
          'desc',
        )
        return { rows: page.rows.map(view), next: page.next, total: page.total }
      }),
    ],
  }
}
