import { callerFor } from '#platform/engine/command.ts'
import { beforeAll, expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { uuidv7 } from '#kernel/id.ts'
import { memoryDisk, openMemoryStore } from '#platform/engine/memory-store.ts'
import { startEngine, type Engine } from '#platform/engine/engine.ts'
import { openLog } from '#platform/log.ts'
import { messages, type MessageRow } from '#modules/inbox/server/tables.ts'
import type { AppContext } from '#modules/module.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { NewAlert } from '../model/alert.ts'
import {
  createAlertCommand,
  hitAlertCommand,
  newDayCommand,
  removeAlertCommand,
  type Seen,
} from './commands.ts'
import { alerts } from './tables.ts'
import { watchAlerts } from './watch.ts'

/** A server of alerts alone: trades are what the test says, and a restart keeps the store. */
function opening() {
  const disk = memoryDisk()
  let ids = 0
  let shares = 1
  const seen: Seen = { isListed: true, lastTenths: 10_000, lastBp: 0, at: 100, tradeDate: '2026-11-20' }
  const create = createAlertCommand(() => seen)
  let engine: Engine
  let handle: (trades: readonly Trade[]) => void = () => {}
  let stop = () => {}
  async function open(): Promise<void> {
    engine = await startEngine({
      store: openMemoryStore(disk),
      tables: [messages, alerts],
      commands: [create, removeAlertCommand, hitAlertCommand, newDayCommand],
      clock: { wall: () => 1_000, machine: () => 1_000, bounds: () => ({ earliest: 1_000, latest: 1_000 }) },
      world: { id: () => uuidv7(1_000, Buffer.alloc(16, ++ids)) },
      log: openLog('fatal'),
      fatal: (error) => {
        throw new Bug(String(error))
      },
    })
    const watching = watchAlerts({
      context: { engine, log: openLog('fatal') } as AppContext,
      market: { quote: () => ({ baseTenths: 10_000 }) as never },
      instruments: { actions: { sharesSince: () => shares } as never },
      feed: {
        onTrades: (listener) => {
          handle = listener
        },
      },
    })
    stop = watching.stop
  }
  return {
    open,
    async restart() {
      stop()
      await engine.stop()
      await open()
    },
    split: (ratio: number) => {
      shares = ratio
    },
    add: async (input: Partial<NewAlert>, memberId = 'm') => {
      const asked: NewAlert = {
        code: 'S100',
        watches: 'above',
        priceTenths: 11_000,
        changeBp: null,
        repeats: 'once',
        ...input,
      }
      return (await engine.submit(create, asked, callerFor(memberId))).result
    },
    remove: async (id: string, memberId = 'm') =>
      (await engine.submit(removeAlertCommand, { id }, callerFor(memberId))).result,
    async trade(priceTenths: number, change: Partial<Trade> = {}) {
      handle([
        {
          code: 'S100',
          no: 1,
          at: 200,
          tradeDate: '2026-11-20',
          priceTenths,
          quantity: 100,
          aggressor: 'BUY',
          ...change,
        },
      ])
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
    told: () =>
      [...((disk.rows.get(messages) as Map<unknown, MessageRow> | undefined) ?? [])].map(
        ([, { args }]) => args.watches,
      ),
    rows: () => engine.read.of(alerts).all(),
    close: async () => {
      stop()
      await engine.stop()
    },
  }
}

test('each is hit by the trade that reaches it, once', async () => {
  const app = opening()
  await app.open()
  for (const input of [
    {},
    { watches: 'below', priceTenths: 9_000 },
    { watches: 'rise', priceTenths: null, changeBp: 300 },
    { watches: 'fall', priceTenths: null, changeBp: 300 },
  ] as const)
    expect(await app.add(input)).toMatchObject({ ok: true })
  await app.trade(10_299)
  expect(app.told()).toEqual([])
  await app.trade(10_300)
  expect(app.told()).toEqual(['rise'])
  await app.trade(10_999)
  await app.trade(11_000)
  await app.trade(11_500)
  expect(app.told()).toEqual(['rise', 'above'])
  await app.trade(8_000)
  expect(app.told().toSorted()).toEqual(['above', 'below', 'fall', 'rise'])
  await app.trade(11_500, { code: 'S101' })
  expect(app.told().length).toBe(4)
  await app.close()
})

test('a trade from before it was set, or of a day before, does not count; a restart that hears trades again tells nothing twice', async () => {
  const app = opening()
  await app.open()
  await app.add({})
  await app.trade(12_000, { at: 100 })
  await app.trade(12_000, { at: 300, tradeDate: '2026-11-19' })
  expect(app.told()).toEqual([])
  await app.trade(12_000)
  expect(app.told()).toEqual(['above'])
  await app.restart()
  await app.trade(12_000)
  expect(app.told()).toEqual(['above'])
  await app.close()
})

test('a daily one is hit once on each trading day, over a restart too; a split halves its price', async () => {
  const app = opening()
  await app.open()
  await app.add({ repeats: 'daily' })
  await app.trade(11_000)
  await app.trade(11_100)
  await app.restart()
  await app.trade(11_200)
  expect(app.told().length).toBe(1)
  await app.trade(11_000, { tradeDate: '2026-11-21', at: 400 })
  await app.trade(11_000, { tradeDate: '2026-11-21', at: 500 })
  expect(app.told().length).toBe(2)
  // Sent again from the day before.
  await app.trade(12_000, { at: 600 })
  expect(app.told().length).toBe(2)
  app.split(2)
  await app.trade(5_499, { tradeDate: '2026-11-24', at: 700 })
  expect(app.rows()[0]).toMatchObject({ value: 5_500, status: 'watching' })
  app.split(1)
  await app.trade(5_500, { tradeDate: '2026-11-24', at: 800 })
  expect(app.told().length).toBe(3)
  await app.close()
})

test('nobody removes another’s; what is removed watches no more', async () => {
  const app = opening()
  await app.open()
  const added = await app.add({})
  if (!added.ok) throw new Error(added.rejection)
  const { id } = added.answer as { id: string }
  expect(await app.remove(id, 'somebody')).toMatchObject({ rejection: 'ALERT_NOT_FOUND' })
  expect(await app.remove(id)).toMatchObject({ ok: true })
  expect(await app.remove(id)).toMatchObject({ rejection: 'ALERT_NOT_FOUND' })
  await app.trade(12_000)
  expect(app.told()).toEqual([])
  await app.close()
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)

test(
  'by the routes: set, refused by name, listed with how far it is, hit by the market, told',
  { timeout: 60_000 },
  async () => {
    const { token } = await app.enrol('090-3333-0001')
    // One whose next purchase is dearer than its last.
    const quoteOf = async (code: string) =>
      (await app.call('GET', `/api/stocks/${code}`)).data.quote as { last: number; ask: number }
    const quotes = await Promise.all(
      (await app.affordable(20)).map(async (code) => ({ code, ...(await quoteOf(code)) })),
    )
    const { code, last, ask } = quotes.find((quote) => quote.ask > quote.last)!
    const add = (body: object) =>
      app.call('POST', '/api/alerts', { token, body: { code, repeats: 'once', ...body } })
    expect((await add({ watches: 'above', price: last * 2 })).data).toMatchObject({
      code,
      watches: 'above',
      status: 'watching',
      simulated: true,
      hitAt: null,
    })
    const refused: [object, string][] = [
      [{ watches: 'above', price: last * 2 }, 'ALERT_KNOWN'],
      [{ watches: 'above', price: 1 }, 'ALERT_REACHED'],
      [{ watches: 'above' }, 'ALERT_VALUE'],
      [{ watches: 'rise', changeBp: 3_001 }, 'ALERT_CHANGE_RANGE'],
      [{ watches: 'above', price: last * 2, code: 'ZZZZ' }, 'UNKNOWN_ISSUE'],
    ]
    for (const [body, rejection] of refused) expect((await add(body)).data).toMatchObject({ rejection })
    for (const body of [
      {},
      { watches: 'above', price: '100' },
      { watches: 'above', price: 0.05 },
      { watches: 'sideways', price: 100 },
      { watches: 'rise', changeBp: 1.5 },
    ])
      expect([body, (await add(body)).status]).toEqual([body, 400])

    // A member's own purchase reaches an alert there, or the next one, should the price have fallen a moment
    // before.
    expect((await add({ watches: 'above', price: ask })).code).toBe(1)
    const hit = () => app.call('GET', `/api/alerts?code=${code}`, { token })
    const buyAndSee = async () => {
      expect(
        (
          await app.call('POST', '/api/orders', {
            token,
            body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
          })
        ).code,
      ).toBe(1)
      return waitFor(
        async () => (await hit()).data,
        ({ alerts: all }) => all.some(({ status }: { status: string }) => status === 'hit'),
        10_000,
      ).catch(() => null)
    }
    const listed = await waitFor(buyAndSee, (data) => data !== null, 40_000)
    expect(listed).toMatchObject({ watching: 1, most: 50 })
    const found = await waitFor(
      async () => (await app.call('GET', '/api/messages?lang=en', { token })).data.messages,
      (all: { kind: string }[]) => all.some(({ kind }) => kind === 'priceAlert'),
    )
    expect(found.filter(({ kind }: { kind: string }) => kind === 'priceAlert').length).toBe(1)
    const { id } = listed.alerts.find(({ status }: { status: string }) => status === 'hit')
    expect((await app.call('POST', `/api/alerts/${id}/remove`, { token })).data).toEqual({ id })
    expect((await hit()).data.alerts.length).toBe(1)
  },
)
