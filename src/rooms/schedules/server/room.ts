import { no } from '#kernel/result.ts'
import { timeJst } from '#kernel/time.ts'
import type { IdentityPublic } from '#rooms/identity/server/public.ts'
import { tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import { DAY_PENALTY, FEE, NO_COMMISSION } from '#rooms/margin/model/rates.ts'
import { NotFound, on, type House, type Room } from '#rooms/room.ts'
import type { StaffPublic } from '#rooms/staff/server/public.ts'
import * as contract from '../contract.ts'
import type { FeeSchedule } from '../model/fees.ts'
import type { InvitationBatch } from '../model/invitations.ts'
import { FIRST_LIMITS, type LimitSchedule } from '../model/limits.ts'
import { listInvitations } from '../operator-contract.ts'
import { effects } from './effects.ts'
import { feesOn, limitsOn } from './public.ts'
import { schedules, type ScheduleKind, type ScheduleRow } from './tables.ts'

/** Powers of the list that have no effect in this house: what they would set comes with the software, and a request is refused by that name. */
const WITH_THE_SOFTWARE = ['simulator.set', 'calendar.set'] as const

/** Tables that the firm sets: prepared by an administrator, signed by an auditor, published, in force from the next business day on. */
export function createSchedules(house: House, { staff, identity }: { staff: StaffPublic; identity: IdentityPublic }): Room {
  const { calendar, clock, schedule, log } = house
  const today = () => tradeDateAt(schedule, calendar, clock.market())
  for (const effect of effects(house)) staff.register('schedules', effect)
  for (const power of WITH_THE_SOFTWARE) staff.register('schedules', { power, memberOf: () => null, refuse: () => no('SET_BY_RELEASE'), carryOut: () => no('SET_BY_RELEASE') })

  /** Codes are secrets, so they are no part of the journal: they are made once the batch is durable, or at the next start. */
  const issue = async (row: ScheduleRow): Promise<void> => {
    const { from, until, codes, usesEach } = row.body as unknown as InvitationBatch
    await identity.issueInvitations({ id: row.id, codes, usesEach, beginsAt: timeJst(from, 0), expiresAt: timeJst(until, 24) })
  }
  const batches = () => house.engine.read.of(schedules).by('kind', 'invitations')
  return {
    name: 'schedules',
    tables: [schedules],
    listeners: [{
      on: 'schedule.published',
      hear: ({ id }) => {
        const row = house.engine.read.of(schedules).get(id as string)
        if (row?.kind === 'invitations') void issue(row).catch((error: unknown) => log.error({ error, batch: row.id }, 'the codes of a batch wait for the next start'))
      },
    }],
    doors: [
      on(contract.getSchedules, () => view(house, staff, today())),
      on(listInvitations, ({ params: { id } }) => {
        if (!batches().some((row) => row.id === id)) throw new NotFound('batch')
        return identity.invitationsOf(id)
      }),
    ],
    start: async () => { for (const row of batches()) await issue(row) },
  }
}

const iso = (at: number) => new Date(at).toISOString()

function view({ calendar, engine: { read } }: House, staff: StaffPublic, date: string): contract.SchedulesView {
  const newestFirst = (kind: ScheduleKind) => read.of(schedules).by('kind', kind).toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1))
  const published = (row: ScheduleRow, isOver: boolean) => ({
    id: row.id, from: row.fromDate, status: row.fromDate > date ? 'coming' as const : isOver ? 'over' as const : 'in-force' as const, publishedAt: iso(row.publishedAt),
    signers: row.signers.map(({ operatorId, role, at, desk }) => ({ role, number: staff.numberOf(operatorId), at: iso(at), desk })),
  })
  /** Of a kind of which one is in force at a time: the newest that has begun, else what the house began with. */
  const history = <Shown extends object>(kind: 'fees' | 'limits', shown: (body: ScheduleRow['body']) => Shown, first: Shown) => {
    const rows = newestFirst(kind)
    const inForce = rows.find(({ fromDate }) => fromDate <= date)?.id
    const began = { id: `${kind}-`, from: null, status: inForce === undefined ? 'in-force' as const : 'over' as const, publishedAt: null, signers: [], ...first }
    return [...rows.map((row) => ({ ...published(row, row.id !== inForce), ...shown(row.body) })), began]
  }
  const fees = ({ ratePpm, minYen, maxYen }: Omit<FeeSchedule, 'from'>) => ({ fees: { ratePpm, minYen, maxYen } })
  const limits = ({ byRuleYen, orderYen, openOrders }: Omit<LimitSchedule, 'from'>) => ({ limits: { byRuleYen, orderYen, openOrders } })
  return {
    today: date, next: calendar.next(date), simulated: true,
    dayTrading: { fees: NO_COMMISSION, penaltyYen: DAY_PENALTY.yen },
    ...fees(feesOn(read, date)), history: history('fees', (body) => fees(body as unknown as FeeSchedule), fees(FEE)),
    ...limits(limitsOn(read, date)), limitHistory: history('limits', (body) => limits(body as unknown as LimitSchedule), limits(FIRST_LIMITS)),
    invitations: newestFirst('invitations').map((row) => {
      const { until, codes, usesEach } = row.body as unknown as InvitationBatch
      return { ...published(row, until < date), until, codes, usesEach }
    }),
  }
}
