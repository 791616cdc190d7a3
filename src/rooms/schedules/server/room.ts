import { no } from '#kernel/result.ts'
import { done } from '#platform/engine/command.ts'
import { tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import { FEE } from '#rooms/margin/model/rates.ts'
import { on, type House, type Room } from '#rooms/room.ts'
import type { Effect, StaffPublic } from '#rooms/staff/server/public.ts'
import * as contract from '../contract.ts'
import { feesId, feesProblem, type FeesFacts, type FeeSchedule } from '../model/fees.ts'
import { feesOn } from './public.ts'
import { schedules } from './tables.ts'

/** Powers of the list that have no effect in this house: what they would set comes with the software, and a request is refused by that name. */
const WITH_THE_SOFTWARE = ['limits.set', 'simulator.set', 'calendar.set', 'invitations.issue'] as const

/** Tables that the firm sets: prepared by an administrator, signed by an auditor, published, in force from the next business day on. */
export function createSchedules(house: House, { staff }: { staff: StaffPublic }): Room {
  const { calendar, clock, schedule } = house
  const today = () => tradeDateAt(schedule, calendar, clock.market())
  const isDay = (date: unknown): date is string => typeof date === 'string' && /^20\d\d-\d\d-\d\d$/.test(date)
  const fees: Effect<{ from?: string }, FeesFacts> = {
    power: 'fees.set', memberOf: () => null,
    given: (_tables, _subject, { from }) => ({ today: today(), isOpen: isDay(from) && calendar.isTradingDay(from) }),
    refuse: (tables, id, body, facts) => feesProblem(id, body, facts, tables.of(schedules).get(id) !== undefined),
    carryOut(tables, { subject: id, body, signers }, { at }) {
      const { from, ratePpm, minYen, maxYen } = body as unknown as FeeSchedule
      tables.of(schedules).insert({ id, kind: 'fees', fromDate: from, body: { from, maxYen, minYen, ratePpm }, publishedAt: at, signers })
      return done({ from }, [{ type: 'schedule.published', id }])
    },
  }
  staff.register('schedules', fees)
  for (const power of WITH_THE_SOFTWARE) staff.register('schedules', { power, memberOf: () => null, refuse: () => no('SET_BY_RELEASE'), carryOut: () => no('SET_BY_RELEASE') })

  const iso = (at: number) => new Date(at).toISOString()
  return {
    name: 'schedules',
    tables: [schedules],
    doors: [
      on(contract.getSchedules, () => {
        const date = today()
        const rows = house.engine.read.of(schedules).by('kind', 'fees').toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1))
        const inForce = rows.find(({ fromDate }) => fromDate <= date)?.id ?? feesId('')
        const feesOf = ({ ratePpm, minYen, maxYen }: { ratePpm: number; minYen: number; maxYen: number }) => ({ ratePpm, minYen, maxYen })
        const began: contract.FeeScheduleView = { id: feesId(''), from: null, status: inForce === feesId('') ? 'in-force' : 'over', fees: feesOf(FEE), publishedAt: null, signers: [] }
        return {
          today: date, next: calendar.next(date), fees: feesOf(feesOn(house.engine.read, date)), simulated: true,
          history: [...rows.map((row): contract.FeeScheduleView => ({
            id: row.id, from: row.fromDate, status: row.fromDate > date ? 'coming' : row.id === inForce ? 'in-force' : 'over',
            fees: feesOf(row.body as unknown as FeeSchedule), publishedAt: iso(row.publishedAt),
            signers: row.signers.map(({ operatorId, role, at, desk }) => ({ role, number: staff.numberOf(operatorId), at: iso(at), desk })),
          })), began],
        }
      }),
    ],
  }
}
