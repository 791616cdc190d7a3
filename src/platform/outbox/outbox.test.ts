import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { connect, type Database } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { silent } from '../engine/fixture.ts'
import { openOutbox, RefusedForGood, type Outbox, type Trying } from './outbox.ts'
import { dueMessages, undelivered } from './queries.ts'

/** The outbox on a database of its own, with a receiver that may be away, and a clock that stands. */
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let outbox: Outbox
let now = Date.parse('2026-11-27T09:00:00+09:00')
/** Keys that the receiver was handed, and those that it delivered: each once. */
let handed: string[] = []
let delivered = new Set<string>()
let receiver: (message: Trying<'webhook'>) => Promise<void> = async () => {}

const open = (): Outbox => {
  const made = openOutbox({ db, clock: { wall: () => now }, log: silent, chance: () => 0.5 })
  made.open({
    channel: 'webhook',
    async send(message) {
      await receiver(message)
      handed.push(message.id)
      delivered.add(message.id)
      return 'sent'
    },
  })
  return made
}
const put = (...ids: string[]) =>
  outbox.put(
    db.kysely,
    'webhook',
    ids.map((id) => ({ id, kind: 'test', body: { deliveryId: id } })),
  )
const look = async () => void (await outbox.scans[0].look())
/** Lets the time pass as the scan lives through it. */
const pass = async (ms: number, step = MINUTE) => {
  for (const end = now + ms; now < end;) {
    now += step
    await look()
  }
}
const away = () => {
  receiver = async () => {
    throw new Error('it cannot be reached')
  }
}

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, silent)
}, 60_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  await db.pool.query('delete from outbox')
  ;[handed, delivered] = [[], new Set()]
  receiver = async () => {}
  outbox = open()
})

it('a receiver that is away for an hour gets every message once', async () => {
  away()
  const ids = Array.from({ length: 120 }, (_, at) => `notice-${at}`)
  for (const id of ids) await put(id)
  await pass(HOUR)
  expect(handed).toEqual([])
  receiver = async () => {}
  await pass(HOUR)
  expect(handed.toSorted()).toEqual(ids.toSorted())
})

it('a kill between sending and its mark sends the same key again, which the receiver knows', async () => {
  await put('notice')
  // The process ends when the receiver has it: nothing comes after.
  receiver = async (message) => {
    handed.push(message.id)
    delivered.add(message.id)
    await new Promise(() => {})
  }
  void outbox.scans[0].look()
  while (handed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  receiver = async () => {}
  outbox = open()
  await look()
  // Its try was counted before it was made: the next waits as after any other.
  expect(handed).toEqual(['notice'])
  await pass(MINUTE, 10 * SECOND)
  expect(handed).toEqual(['notice', 'notice'])
  expect([...delivered]).toEqual(['notice'])
  await pass(HOUR)
  expect(handed).toHaveLength(2)
})

it('what is rolled back was never laid in, and the same id changes nothing', async () => {
  await db.kysely
    .transaction()
    .execute(async (trx) => {
      await outbox.put(trx, 'webhook', [{ id: 'undone', kind: 'test', body: { deliveryId: '' } }])
      throw new Error('undone')
    })
    .catch(() => {})
  await put('once')
  await look()
  await put('once')
  await pass(HOUR)
  expect(handed).toEqual(['once'])
})

describe('a message that is not taken', () => {
  it('is given up after twenty tries, and can be sent again by hand', async () => {
    away()
    await put('unheard')
    await pass(4 * DAY, 10 * MINUTE)
    expect(await undelivered(db.kysely, 10)).toMatchObject([
      { id: 'unheard', state: 'dead', tries: 20, problem: 'it cannot be reached' },
    ])
    expect(await outbox.resend('nobody')).toBe(false)
    receiver = async () => {}
    expect(await outbox.resend('unheard')).toBe(true)
    expect(handed).toEqual(['unheard'])
    expect(await outbox.resend('unheard')).toBe(false)
  })

  it('is tried a last time once, however slow its receiver is', async () => {
    await put('slow')
    await db.pool.query("update outbox set tries = 19 where id = 'slow'")
    const asked: number[] = []
    const gate = Promise.withResolvers<void>()
    receiver = async ({ tries }) => {
      asked.push(tries)
      await gate.promise
      throw new Error('it cannot be reached')
    }
    const first = outbox.scans[0].look()
    await expect.poll(() => asked).toEqual([20])
    now += 2 * SECOND
    await open().scans[0].look()
    gate.resolve()
    await first
    expect(asked).toEqual([20])
    expect(await undelivered(db.kysely, 10)).toMatchObject([{ id: 'slow', state: 'dead', tries: 20 }])
  })

  it('is given up at once where it is refused for good', async () => {
    receiver = async () => {
      throw new RefusedForGood('no such recipient')
    }
    await put('refused')
    await look()
    expect(await undelivered(db.kysely, 10)).toMatchObject([{ state: 'dead', tries: 1 }])
  })

  it('is a fault of the server after an hour, until its channel takes something', async () => {
    away()
    await put('first')
    await pass(50 * MINUTE)
    expect(outbox.stuck()).toEqual([])
    await pass(15 * MINUTE)
    expect(outbox.stuck()).toEqual(['webhook'])
    receiver = async ({ id }) => {
      if (id === 'first') throw new Error('it answered 500')
    }
    await put('second')
    await look()
    expect(outbox.stuck()).toEqual([])
  })
})

it('addresses are gone once a message is done, and the row a week later', async () => {
  await put('done')
  await look()
  const rows = async () => (await db.pool.query('select state, body from outbox')).rows
  expect(await rows()).toEqual([{ state: 'sent', body: null }])
  await pass(8 * DAY, HOUR)
  expect(await rows()).toEqual([])
  expect(await dueMessages(db.kysely, ['webhook'], now)).toEqual([])
})

it('one that is under way is tried by nobody else, whenever they come', async () => {
  await put('one')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    receiver = async () => {
      await new Promise<void>((answer) => {
        arrive = answer
        resolve()
      })
    }
  })
  const first = outbox.deliver(['one'])
  await arrived
  receiver = async () => {}
  await Promise.all([outbox.deliver(['one']), look(), open().deliver(['one'])])
  arrive()
  await first
  expect(handed).toEqual(['one'])
})

it('two who try one message at once send it once', async () => {
  await put('one')
  await Promise.all([outbox.deliver(['one']), outbox.deliver(['one']), look(), open().deliver(['one'])])
  expect(handed).toEqual(['one'])
})
