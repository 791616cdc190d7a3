import pg from 'pg'
import { performance } from 'node:perf_hooks'
import { uuidv7 } from '#kernel/id.ts'
import { randomFrom } from '#kernel/random.ts'
import { systemClock } from '#platform/clock.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startEngine, type Engine } from '#platform/engine/engine.ts'
import {
  balances,
  commands,
  fill,
  FIXTURE_SQL,
  member,
  place,
  silent,
  SYSTEM,
  tables,
} from '#platform/engine/fixture.ts'
import { CHAIN_START } from '#platform/engine/journal.ts'
import type { SealOptions } from '#platform/engine/row-seal.ts'
import type { Store } from '#platform/engine/store.ts'
import type { Config } from '../pgbench.ts'

const IN_FLIGHT = 200
const CODES = Array.from({ length: 200 }, (_, index) => `S${100 + index}`)
const YEN = 1e12

const clock = systemClock()
const random = randomFrom([1, 2, 3, 4])
const sixteen = new Uint8Array(16)
const id = () => {
  for (let at = 0; at < 16; at++) sixteen[at] = random.below(256)
  return uuidv7(clock.machine(), sixteen)
}
const memberOf = (index: number) => `m${String(index).padStart(7, '0')}`

/** The member, out of so many, who does something next. */
export type Pick = (members: number) => number
export const anyone: Pick = (members) => random.below(members)
/**
 * Zipf's law, nearly: among a thousand members the busiest does a tenth of all, among a million a twentieth.
 * Who is busy lies anywhere in the tables.
 */
export const zipf: Pick = (members) => ((Math.floor(members ** random.next()) - 1) * 7_919) % members

/**
 * Half of the commands place an order, half fill one: what an accepted and filled market order does to the
 * engine. Answers how many were done in how many seconds.
 */
async function load(engine: Engine, seconds: number, members: number, pick: Pick): Promise<number> {
  let done = 0
  const end = performance.now() + seconds * 1_000
  const one = async () => {
    while (performance.now() < end) {
      const memberId = memberOf(pick(members))
      const input = {
        code: CODES[random.below(CODES.length)]!,
        priceTenths: 20_000 + 5 * random.below(1_000),
        quantity: 100,
      }
      const placed = await engine.submit(place, input, member(memberId, id()))
      if (!placed.result.ok) throw new Error(placed.result.rejection)
      await engine.submit(fill, { feeYen: 110, id: placed.result.answer.id }, SYSTEM)
      done += 2
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  return done
}

/** A disk that forgets: what is left is deciding, applying, journalling and hashing. */
export const nullStore = (members: number): Store => ({
  async recover(_definitions, _keysFrom, loaded) {
    for (let index = 0; index < members; index++)
      loaded.row(balances, { member: memberOf(index), account: 'available', yen: YEN })
    return { seq: -1, hash: CHAIN_START, ts: 0 }
  },
  eachRow: () => Promise.resolve(),
  seal: () => Promise.resolve(),
  flush: () => Promise.resolve(),
  answer: () => Promise.resolve(null),
  forgetAnswers: () => Promise.resolve(),
  close: () => Promise.resolve(),
})

/** Commands a second, and microseconds of this thread's CPU for each, with so many in flight all the time. */
export type Measured = { perSecond: number; cpu: number; commands: number }
let shape: string | null = null
const SEAL: SealOptions | null = {
  key: Buffer.alloc(32, 7),
  memory: {
    read: () => shape,
    keep: (to) => {
      shape = to
    },
  },
  prove: () => Promise.resolve(null),
}
export const SHAPE = `${IN_FLIGHT} in flight`

/** `seal`: as the server seals its rows. */
export async function measure(
  store: Store,
  seconds: number,
  members: number,
  pick: Pick,
  seal = SEAL,
): Promise<Measured> {
  const engine = await startEngine({
    store,
    tables,
    commands,
    clock,
    world: { id },
    log: silent,
    ...(seal === null ? {} : { seal }),
    fatal: (error) => {
      throw error
    },
  })
  const begun = performance.now()
  const used = process.threadCpuUsage()
  const done = await load(engine, seconds, members, pick)
  const { user, system } = process.threadCpuUsage(used)
  const perSecond = done / ((performance.now() - begun) / 1_000)
  await engine.stop()
  return { perSecond, cpu: (user + system) / done, commands: done }
}

/** Tables of the fixture with so many members, each with money. */
export async function prepareFixture(config: Config, members: number): Promise<void> {
  await migrate(config)
  const sql = new pg.Client(config)
  await sql.connect()
  await sql.query(FIXTURE_SQL)
  await sql.query(
    `insert into fixture_balances select 'm' || lpad(i::text, 7, '0'), 'available', $2 from generate_series(0, $1 - 1) i`,
    [members, YEN],
  )
  await sql.query('vacuum analyze')
  await sql.query('checkpoint')
  await sql.end()
}
