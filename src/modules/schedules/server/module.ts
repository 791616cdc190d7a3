import { addDays, type DateJst, iso, type Ms, timeJst } from '#kernel/time.ts'
import { listen } from '#platform/engine/event.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { ChangedDays } from '#modules/instruments/model/calendar.ts'
import { RELEASED, tradeDateAt, type HoursTable } from '#modules/instruments/model/schedule.ts'
import { DAY_PENALTY, FEE, NO_COMMISSION } from '#modules/margin/model/rates.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../contract.ts'
import type { CalendarTable } from '../model/calendar.ts'
import type { FeeSchedule } from '../model/fees.ts'
import type { InvitationBatch } from '../model/invitations.ts'
import { FIRST_LIMITS, type LimitSchedule } from '../model/limits.ts'
import { isDay } from '../model/schedule.ts'
import { listInvitations } from '../operator-contract.ts'
import { calendarEffect, effects, hoursEffect, settledBy, type InclusionCommitment } from './effects.ts'
import { schedulePublished } from './events.ts'
import {
  calendarsOf,
  changedDays,
  dayRows,
  feesOn,
  limitsOn,
  publishedHours,
  type PublishedCalendar,
  type PublishedHours,
} from './public.ts'
import { scheduleCases } from './schedule-cases.ts'
import { schedules, type ScheduleKind, type ScheduleRow } from './tables.ts'

/** Most days that are told at once. */
const SHOWN_DAYS = 62
type Announced = { id: string; at: Ms } & (
  | { words: 'tradingDays'; args: { from: Ms; closed: number; opened: number } }
  | { words: 'tradingHours'; args: { from: Ms } }
)

export type SchedulesDeps = InclusionCommitment & {
  staff: StaffPublic
  identity: IdentityPublic
  /**
   * Tells everybody that days or their hours change, once for each `id`. The firm gives it: what prices come
   * from knows nothing of the news.
   */
  announce: (said: Announced) => Promise<void>
  /** All days and hours that stand against those of the release; null where the days are those of a file. */
  changeDays: ((days: ChangedDays, hours: readonly HoursTable[]) => void) | null
}

/**
 * Tables that the firm sets: prepared by an administrator, signed by an auditor, published, in force from the
 * next business day on.
 */
export function createSchedules(
  context: AppContext,
  { staff, identity, announce, changeDays, ...promised }: SchedulesDeps,
): Module {
  const { calendar, clock, schedule, log } = context
  const today = () => tradeDateAt(schedule, calendar, clock.market())
  for (const effect of [
    ...effects(context),
    calendarEffect(context, promised),
    hoursEffect(context, promised),
  ])
    staff.register('schedules', effect)

  for (const reader of scheduleCases(context)) staff.cases(reader)

  /**
   * Codes are secrets, so they are no part of the journal: they are made once the batch is durable, or at the
   * next start.
   */
  const issue = async (row: ScheduleRow): Promise<void> => {
    const { from, until, codes, usesEach } = row.body as InvitationBatch
    await identity.issueInvitations({
      id: row.id,
      codes,
      usesEach,
      beginsAt: timeJst(from, 0),
      expiresAt: timeJst(until, 24),
    })
  }
  const batches = () => context.engine.read.of(schedules).by('kind', 'invitations')
  const tellDays = ({ id, kind, publishedAt: at, fromDate, body }: ScheduleRow): Promise<void> => {
    const from = timeJst(fromDate, 0)
    if (kind === 'hours') return announce({ id, at, words: 'tradingHours', args: { from } })
    const { closed, opened } = body as CalendarTable
    return announce({
      id,
      at,
      words: 'tradingDays',
      args: { from, closed: closed.length, opened: opened.length },
    })
  }
  return {
    name: 'schedules',
    tables: [schedules],
    listeners: [
      listen(schedulePublished, ({ id }) => {
        const row = context.engine.read.of(schedules).get(id)
        if (row?.kind === 'invitations')
          void issue(row).catch((error: unknown) =>
            log.error({ error, batch: row.id }, 'the codes of a batch wait for the next start'),
          )
        if (row?.kind !== 'calendar' && row?.kind !== 'hours') return
        changeDays!(changedDays(context.engine.read), publishedHours(context.engine.read))
        void tellDays(row).catch((error: unknown) =>
          log.error({ error, table: row.id }, 'days that change are told at the next start'),
        )
      }),
    ],
    routes: [
      on(contract.getSchedules, ({ lang }) => view(context, staff, today(), lang)),
      on(contract.listClosedDays, ({ query: { from, to }, lang }) => closedDays(context, from, to, lang)),
      on(listInvitations, ({ params: { id } }) => {
        if (!batches().some((row) => row.id === id)) throw new NotFound('batch')
        return identity.invitationsOf(id)
      }),
    ],
    start: async () => {
      for (const row of batches()) await issue(row)
      for (const kind of ['calendar', 'hours'] as const)
        for (const row of dayRows(context.engine.read, kind)) await tellDays(row)
    },
  }
}

/**
 * The days of this span that are closed at the market or at the bank, or were changed by a published table.
 */
function closedDays(
  { calendar, businessDays, text, engine: { read } }: AppContext,
  from: DateJst,
  to: DateJst,
  lang: string,
): contract.ClosedDay[] {
  if (!isDay(from) || !isDay(to)) return []
  const changed = changedDays(read)
  const why = (date: DateJst) =>
    text(
      lang,
      `staff.reason.${calendarsOf(read).findLast(({ closed, opened }) => closed.includes(date) || opened.includes(date))!.reason}`,
    )
  const last = addDays(from, SHOWN_DAYS - 1)
  const found: contract.ClosedDay[] = []
  for (let date = from; date <= to && date <= last; date = addDays(date, 1)) {
    const day = {
      date,
      market: calendar.isTradingDay(date),
      bank: businessDays.isTradingDay(date),
      changed: changed.has(date) ? why(date) : null,
    }
    if (!day.market || !day.bank || day.changed !== null) found.push(day)
  }
  return found
}

function view(
  { calendar, businessDays, schedule, config, text, engine: { read } }: AppContext,
  staff: StaffPublic,
  date: DateJst,
  lang: string,
): contract.SchedulesView {
  const newestFirst = (kind: ScheduleKind) =>
    read
      .of(schedules)
      .by('kind', kind)
      .toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1))
  const published = (row: ScheduleRow, isOver: boolean) => ({
    id: row.id,
    from: row.fromDate,
    status: row.fromDate > date ? ('coming' as const) : isOver ? ('over' as const) : ('in-force' as const),
    publishedAt: iso(row.publishedAt),
    signers: row.signers.map(({ operatorId, role, at, desk }) => ({
      role,
      number: staff.numberOf(operatorId),
      at: iso(at),
      desk,
    })),
  })
  /**
   * Of a kind of which one is in force at a time: the newest that has begun, else what the firm began with.
   */
  const history = <Shown extends object>(
    kind: 'fees' | 'limits',
    shown: (body: ScheduleRow['body']) => Shown,
    first: Shown,
  ) => {
    const rows = newestFirst(kind)
    const inForce = rows.find(({ fromDate }) => fromDate <= date)?.id
    const began = {
      id: `${kind}-`,
      from: null,
      status: inForce === undefined ? ('in-force' as const) : ('over' as const),
      publishedAt: null,
      signers: [],
      ...first,
    }
    return [...rows.map((row) => ({ ...published(row, row.id !== inForce), ...shown(row.body) })), began]
  }
  const why = (code: string) => ({ code, words: text(lang, `staff.reason.${code}`) })
  const fees = ({ ratePpm, minYen, maxYen }: Omit<FeeSchedule, 'from'>) => ({
    fees: { ratePpm, minYen, maxYen },
  })
  const limits = ({ byRuleYen, orderYen, openOrders }: Omit<LimitSchedule, 'from'>) => ({
    limits: { byRuleYen, orderYen, openOrders },
  })
  return {
    today: date,
    next: calendar.next(date),
    simulated: true,
    dayTrading: { fees: NO_COMMISSION, penaltyYen: DAY_PENALTY.yen },
    ...fees(feesOn(read, date)),
    history: history('fees', (body) => fees(body as FeeSchedule), fees(FEE)),
    ...limits(limitsOn(read, date)),
    limitHistory: history('limits', (body) => limits(body as LimitSchedule), limits(FIRST_LIMITS)),
    days: {
      market: config.market === 'sim' ? schedule.id : null,
      settled: settledBy({ calendar, businessDays }, date),
      published: dayRows(read, 'calendar')
        .toReversed()
        .map((row) => {
          const { closed, opened, reason } = row.body as PublishedCalendar
          return {
            ...published(
              row,
              [...closed, ...opened].every((day) => day < date),
            ),
            closed: [...closed],
            opened: [...opened],
            reason: why(reason),
          }
        }),
    },
    hours: {
      released:
        config.market === 'sim'
          ? { sessions: [...RELEASED[schedule.id].sessions], preClosing: RELEASED[schedule.id].preClosing }
          : null,
      published: dayRows(read, 'hours')
        .toReversed()
        .map((row) => {
          const { until, sessions, preClosing, reason } = row.body as PublishedHours
          return {
            ...published(row, until !== null && until < date),
            until,
            sessions: [...sessions],
            preClosing,
            reason: why(reason),
          }
        }),
    },
    invitations: newestFirst('invitations').map((row) => {
      const { until, codes, usesEach } = row.body as InvitationBatch
      return { ...published(row, until < date), until, codes, usesEach }
    }),
  }
}
