import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { members } from '#modules/identity/server/tables.ts'
import { balancesRow } from '#modules/ledger/server/accounts.fixture.ts'
import { houseBalances, memberBalances, transfers } from '#modules/ledger/server/tables.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import { settlements } from '#modules/portfolio/server/tables.ts'
import { TAX_TABLES } from '#modules/tax/server/public.ts'
import { commitmentOf } from '../model/draw.ts'
import type { VoidReason } from '../model/states.ts'
import { closeCommand, decideCommand, PUBLISHED_WITHIN, revealCommand, type DrawDeps } from './decide.ts'
import { decline, heldYen, stepIn } from './holding.ts'
import { openProducts } from './products.ts'
import type { Drawn } from './public.ts'
import type { Seeds } from './seeds.ts'
import { applications, draws, type ApplicationRow, type DrawRow } from './tables.ts'

const ID = 'BLK-2026-0001'
const SEEDS: Seeds = { operator: '11'.repeat(32), auditor: '22'.repeat(32) }
const BEACON = '7b'.repeat(32)
const CLOSE = 1_000_000
const UNIT_YEN = 100_000

/**
 * A firm of rows alone: five members, each of whom asks for as many units as their number and has that set
 * aside, and two more yen.
 */
function floor() {
  const tables = new HotTables([
    draws,
    applications,
    memberBalances,
    houseBalances,
    transfers,
    members,
    settlements,
    ...TAX_TABLES,
  ])
  const world = { machine: 0, late: 0, seeds: SEEDS as Seeds | null, isTooLate: false }
  const told: { drawn: Drawn | null; unmade: VoidReason | null } = { drawn: null, unmade: null }
  const listing = {
    id: ID,
    kind: 'block-sale',
    isVoid: false,
    terms: { opensAt: 0, closesAt: CLOSE },
  } as Listing<'block-sale'>
  const products = openProducts({ terms: (() => listing) as never, statusAt: () => 'open' })
  products.add({
    kind: 'block-sale',
    units: () => ({ offered: 4, perMember: 9 }),
    holdTenths: () => 10_000,
    isTooLate: () => world.isTooLate,
    decided: (_step, drawn) => {
      told.drawn = drawn
      return []
    },
    unmade: (_step, { reason }) => {
      told.unmade = reason
      return []
    },
  })
  const deps: DrawDeps = {
    products,
    seeds: { commitments: () => SEEDS, reveal: () => world.seeds },
    times: (at) => ({ at, tradeDate: '2026-11-24' }),
    machine: () => world.machine,
    lateBy: () => world.late,
  }
  const { access } = tables
  access
    .of(draws)
    .insert({
      id: ID,
      kind: 'block-sale',
      state: 'open',
      units: 4,
      holdTenths: 10_000,
      links: 32,
      operatorCommitment: commitmentOf(ID, 'operator', SEEDS.operator),
      auditorCommitment: commitmentOf(ID, 'auditor', SEEDS.auditor),
      opensAt: 0,
      closesAt: CLOSE,
      tickets: 5,
      root: null,
      rootAt: null,
      rootMachineAt: null,
      listed: null,
      wanted: null,
      attestation: null,
      operatorSeed: null,
      auditorSeed: null,
      revealedAt: null,
      beacon: null,
      result: null,
      endedAt: null,
      voidReason: null,
    })
  for (const n of [1, 2, 3, 4, 5]) {
    const memberId = `m${n}`
    access.of(members).insert({ id: memberId, level: 'beginner' } as never)
    access.of(memberBalances).insert(balancesRow(memberId, { available: 2, subscriptionHold: n * UNIT_YEN }))
    access
      .of(applications)
      .insert({
        id: `a${n}`,
        drawId: ID,
        memberId,
        ticket: `T00000${n}`,
        units: n,
        r: `0${n}`.repeat(16),
        state: 'applied',
        place: null,
        drawnUnits: 0,
        wonUnits: 0,
        heldAvailableYen: n * UNIT_YEN,
        heldUnsettledYen: 0,
        appliedAt: 1,
        endedAt: null,
      })
  }
  const commands = { close: closeCommand(deps), reveal: revealCommand(deps), decide: decideCommand(deps) }
  let seq = 1
  const run = (name: keyof typeof commands, more: object = {}) => {
    const command = commands[name]
    const caller: Caller = SYSTEM_CALLER
    const call = { ...caller, seq: seq++, at: CLOSE }
    const input = { id: ID, at: CLOSE + SECOND, beacon: BEACON, ...more }
    return command.run(
      access,
      input,
      (command.captureInputs as (...all: unknown[]) => never)({ id: () => 'x' }, input, call, access),
      call,
    )
  }
  return {
    tables: access,
    world,
    told,
    run,
    seqOf: () => seq++,
    draw: () => access.of(draws).get(ID) as DrawRow,
    application: (n: number) => access.of(applications).get(`a${n}`) as ApplicationRow,
    money: (n: number) => balances(access, `m${n}`),
  }
}

let app: ReturnType<typeof floor>
beforeEach(() => {
  app = floor()
})
const everythingIsBack = () => {
  for (const n of [1, 2, 3, 4, 5]) {
    expect(app.money(n)).toMatchObject({ available: n * UNIT_YEN + 2, subscriptionHold: 0 })
    expect(app.application(n)).toMatchObject({ state: 'returned', wonUnits: 0, heldAvailableYen: 0 })
  }
}

it('goes from the close to the lots: what was not given is back at once, what was given is still held', () => {
  expect(app.run('close')).toMatchObject({ ok: true, answer: { state: 'closed' } })
  expect(app.draw()).toMatchObject({ listed: 5, wanted: 15, operatorSeed: null, beacon: null })
  expect(JSON.parse(app.draw().attestation!)).toMatchObject({
    tickets: '5',
    members: '5',
    verified: '5',
    reserved: '5',
    heldYen: String(15 * UNIT_YEN),
  })
  expect(app.run('reveal')).toMatchObject({ ok: true, answer: { state: 'revealed' } })
  expect(app.run('decide')).toMatchObject({ ok: true, answer: { state: 'decided' } })
  const { allotted, waiting } = app.told.drawn!
  expect([allotted.length, waiting.length]).toEqual([4, 1])
  for (const n of [1, 2, 3, 4, 5]) {
    const won = app.application(n).wonUnits
    expect(app.money(n)).toMatchObject({
      available: (n - won) * UNIT_YEN + 2,
      subscriptionHold: won * UNIT_YEN,
    })
  }
})

describe('is void, with everything back,', () => {
  it.each<[VoidReason, () => void]>([
    [
      'root-late',
      () => {
        app.world.late = PUBLISHED_WITHIN + 1
        app.run('close')
      },
    ],
    [
      'seed-late',
      () => {
        app.run('close')
        app.world.seeds = null
        expect(app.run('reveal')).toMatchObject({ ok: false, rejection: 'SEED_MISSING' })
        expect(app.draw().state).toBe('closed')
        app.world.machine = MINUTE + 1
        app.run('reveal')
      },
    ],
    [
      'seed-wrong',
      () => {
        app.run('close')
        app.world.seeds = { ...SEEDS, auditor: '23'.repeat(32) }
        app.run('reveal')
      },
    ],
    [
      'decided-late',
      () => {
        app.run('close')
        app.run('reveal')
        app.world.isTooLate = true
        app.run('decide')
      },
    ],
    [
      'list-changed',
      () => {
        app.run('close')
        app.run('reveal')
        // No path of the product leads here: a row that somebody changed behind its back.
        const row = app.application(5)
        app.tables.of(applications).update(row, { state: 'cancelled' })
        app.run('decide')
        app.tables.of(applications).update(app.application(5), { state: 'applied' })
      },
    ],
  ])('%s', (reason, act) => {
    act()
    expect(app.draw()).toMatchObject({ state: 'void', voidReason: reason, beacon: null })
    expect(app.told).toEqual({ drawn: null, unmade: reason })
    if (reason === 'list-changed')
      expect(app.money(1)).toMatchObject({ available: UNIT_YEN + 2, subscriptionHold: 0 })
    else everythingIsBack()
    if (reason === 'seed-wrong') expect(app.draw().auditorSeed).toBeNull()
    // Seeds that were revealed stay readable.
    if (reason === 'decided-late')
      expect(app.draw()).toMatchObject({ operatorSeed: SEEDS.operator, auditorSeed: SEEDS.auditor })
  })
  it('to the last second it is not late', () => {
    app.world.late = PUBLISHED_WITHIN
    app.run('close')
    app.world.machine = MINUTE
    expect(app.run('reveal')).toMatchObject({ ok: true, answer: { state: 'revealed' } })
  })
})

it('no step is done early, twice or out of its turn', () => {
  expect(app.run('close', { at: CLOSE - 1 })).toMatchObject({ rejection: 'NOT_DUE' })
  for (const early of ['reveal', 'decide'] as const)
    expect(app.run(early)).toMatchObject({ rejection: 'NOT_DUE' })
  for (const step of ['close', 'reveal', 'decide'] as const) {
    expect(app.run(step)).toMatchObject({ ok: true })
    const after = [app.draw(), [1, 2, 3, 4, 5].map((n) => app.money(n))]
    expect(app.run(step)).toMatchObject({ rejection: 'NOT_DUE' })
    expect([app.draw(), [1, 2, 3, 4, 5].map((n) => app.money(n))]).toEqual(after)
  }
})

it('a win that is declined passes to the waiting list, to whoever can still pay for it', () => {
  for (const step of ['close', 'reveal', 'decide'] as const) app.run(step)
  const {
    allotted: [winner, second],
    waiting: [waiter],
    // An event carries plain JSON; these are rows.
  } = app.told.drawn! as unknown as { allotted: ApplicationRow[]; waiting: ApplicationRow[] }
  const pass = (application: ApplicationRow) => {
    const step = stepIn(app.tables, { seq: app.seqOf(), at: CLOSE + MINUTE, tradeDate: '2026-11-24' })
    const passed = decline(step, app.tables.of(applications).get(application.id)!, 10_000)
    post(app.tables, step, step.drafts.transfers())
    return passed
  }
  const { declined, next } = pass(winner!)
  expect(declined).toMatchObject({ state: 'declined', wonUnits: 0, drawnUnits: 1, heldAvailableYen: 0 })
  expect(next).toMatchObject([{ id: waiter!.id, state: 'won', wonUnits: 1, drawnUnits: 0 }])
  expect(heldYen(next[0]!)).toBe(UNIT_YEN)
  // Nobody waits any more: what is declined now stays with the firm.
  expect(pass(second!).next).toEqual([])
  const all = [1, 2, 3, 4, 5].map((n) => app.money(n))
  expect(all.reduce((sum, { available, subscriptionHold }) => sum + available + subscriptionHold, 0)).toBe(
    15 * UNIT_YEN + 10,
  )
})
