import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHouse, type House } from './house.ts'
import { RACES } from './races.ts'

let house: House
beforeAll(async () => { house = await openHouse() })
afterAll(() => house.close())

/** The money of everybody is asked for by the invariants of the simulation, batch by batch. */
describe.each(Object.entries(RACES))('%s', (_, { begin, atTheEnd }) => {
  it.each([['before its end', -1], ['at its end', 0]] as const)('the event first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(house)
    house.clock.pass(endsAt + offset - house.clock.wall())
    const [said] = await Promise.all([event(), expiry()])
    const winner = when === 'at its end' ? atTheEnd.eventFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
  it.each([['before its end', -1], ['at its end', 0]] as const)('the expiry first, %s', async (when, offset) => {
    const { endsAt, event, expiry, happened } = await begin(house)
    house.clock.pass(endsAt + offset - house.clock.wall())
    const [, said] = await Promise.all([expiry(), event()])
    const winner = when === 'at its end' ? atTheEnd.expiryFirst : 'event'
    expect([happened(), said === 'good']).toEqual([winner, winner === 'event'])
  })
})
