/**
 * A small engine under load, to be killed. Notes in a file what was acknowledged, a line of JSON each, before
 * it goes on.
 */
import { openSync, writeSync } from 'node:fs'
import { uuidv7 } from '#kernel/id.ts'
import { systemClock } from '#platform/clock.ts'
import { startEngine } from '#platform/engine/engine.ts'
import { commands, deposit, fill, member, place, silent, SYSTEM, tables } from '#platform/engine/fixture.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import { randomBytes } from 'node:crypto'

export type Acknowledged = {
  seq: number
  member: string
  key: string
  input: { code: string; quantity: number; priceTenths: number }
  result: object
}

const config = JSON.parse(process.env['ENGINE_DATABASE']!)
const notes = openSync(process.env['ENGINE_NOTES']!, 'a')
const CLIENTS = 60
const clock = systemClock()
const id = () => uuidv7(clock.machine(), randomBytes(16))
const engine = await startEngine({
  store: openPostgresStore(config, silent),
  tables,
  commands,
  clock,
  world: { id },
  log: silent,
  fatal: (error) => {
    console.error(error)
    process.exit(1)
  },
})
process.stdout.write('ready')

async function client(name: string): Promise<never> {
  for (let turn = 0; ; turn++) {
    await engine.submit(deposit, { member: name, yen: 1_000 }, SYSTEM)
    const key = id()
    const input = { code: '7203', quantity: 100, priceTenths: 50 + (turn % 100) }
    const { seq, result } = await engine.submit(place, input, member(name, key))
    writeSync(notes, `${JSON.stringify({ seq, member: name, key, input, result } satisfies Acknowledged)}\n`)
    if (result.ok && turn % 2 === 0) await engine.submit(fill, { id: result.answer.id, feeYen: 3 }, SYSTEM)
  }
}
await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(`m${index}`)))
