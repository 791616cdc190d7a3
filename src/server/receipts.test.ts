import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { closingAt, tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { receiptText } from '#modules/orders/contract.ts'
import { checkDay } from '#modules/venue/model/day-check.ts'
import { commitmentText, replayDay } from '#modules/venue/model/market-day.ts'
import { rerun } from '#modules/venue/model/receipt.ts'
import { publishedFile } from '#modules/venue/server/day-files.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let owner: { token: string; userId: string }
let order: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.enrol('090-5757-0001')
  const [code] = await app.affordable(1)
  order = (
    await app.call('POST', '/api/orders', {
      token: owner.token,
      body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    })
  ).data
}, 60_000)

const isSigned = (text: string, signature: string, publicKey: string) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
const filled = () =>
  waitFor(
    async () => (await app.call('GET', `/api/orders/${order.id}`, { token: owner.token })).data,
    ({ filledQuantity }) => filledQuantity === 100,
  )
const receipt = async (token = owner.token) => app.call('GET', `/api/orders/${order.id}/receipt`, { token })

describe('an order that was filled', () => {
  it('has a receipt whose digest stands in the journal, whose match runs to the same fills again, and which the firm has signed', async () => {
    const { fills } = await filled()
    const { data: view } = await receipt()
    expect(view).toMatchObject({
      digest: fills.at(-1).receipt,
      orderId: order.id,
      simulated: true,
      interpolated: false,
    })
    const { wrong, receipt: said } = rerun(view)
    expect(wrong).toEqual([])
    const own = fills.filter((fill: { receipt: string }) => fill.receipt === view.digest)
    expect(said.fills.map(([price, quantity]) => ({ price: price / 10, quantity }))).toEqual(
      own.map(({ price, quantity }: { price: number; quantity: number }) => ({ price, quantity })),
    )
    expect(view.fee).toBe(own.reduce((sum: number, { fee }: { fee: number }) => sum + fee, 0))
    expect(isSigned(receiptText(view.digest), view.signature, view.publicKey)).toBe(true)

    const { record } = await app.context.db.kysely
      .selectFrom('journal')
      .select('record')
      .where('seq', '=', view.seq)
      .executeTakeFirstOrThrow()
    const { reports } = readRecord(record).body['input'] as {
      reports: { execType: string; receipt?: string }[]
    }
    expect(reports.find(({ execType }) => execType === 'TRADE')!.receipt).toBe(view.digest)
  })

  it('shows its receipt to nobody else, and none for a digest that is not its own', async () => {
    await filled()
    const other = await app.enrol('090-5757-0002')
    expect((await receipt(other.token)).status).toBe(404)
    expect(
      (
        await app.call('GET', `/api/orders/${order.id}/receipt?digest=${'0'.repeat(64)}`, {
          token: owner.token,
        })
      ).data,
    ).toMatchObject({ rejection: 'NO_RECEIPT' })
    expect(
      (await app.call('GET', `/api/orders/${order.id}/receipt?digest=x`, { token: owner.token })).status,
    ).toBe(400)
  })
})

describe('the market day', () => {
  type Day = {
    tradeDate: string
    part: number
    joins: boolean
    commitment: string
    committedAt: string
    signature: string
    seed: string | null
    closesHash: string | null
    fileHash: string | null
  }
  const days = async (): Promise<{ publicKey: string; days: Day[] }> =>
    (await app.call('GET', '/api/market-days')).data
  it('was sealed before anything traded, says nothing of its seed while it is on, and is revealed at its close: whoever lives it again comes to its closing prices and to the receipt', async () => {
    const { fills } = await filled()
    const { schedule, calendar, clock, config } = app.context
    const tradeDate = tradeDateAt(schedule, calendar, clock.market())
    const { publicKey, days: before } = await days()
    const sealed = before.find((day) => day.tradeDate === tradeDate)
    expect(sealed).toMatchObject({ part: 1, joins: false, seed: null, closesHash: null })
    expect(Date.parse(sealed!.committedAt)).toBeLessThanOrEqual(Date.parse(fills[0].at))
    expect(isSigned(commitmentText(sealed!), sealed!.signature, publicKey)).toBe(true)
    expect((await app.call('GET', `/api/market-days/${tradeDate}`)).data).toMatchObject({
      rejection: 'NOT_PUBLISHED',
    })
    expect(JSON.stringify(before)).not.toContain(config.keys.market.toString('hex'))

    const at = closingAt(schedule, tradeDate) + 2 * MINUTE
    expect(
      (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
    ).toBe(1)
    const revealed = await waitFor(
      async () => (await days()).days.find((day) => day.tradeDate === tradeDate)!,
      ({ seed }) => seed !== null,
    )
    const { data: file } = await app.call('GET', `/api/market-days/${tradeDate}`)
    expect(checkDay(file, revealed)).toEqual([])
    const again = replayDay(file)
    expect(again.closes).toEqual(file.closes)
    expect(again.closes.length).toBeGreaterThan(200)
    expect(again.receipts).toContain(fills[0].receipt)
    expect(JSON.stringify(file.lines)).not.toContain(owner.userId)

    // A file that is no longer the one of its published digest is not shown, whatever it says; one that is
    // gone says so.
    const path = publishedFile(join(config.dataDir, 'venue'), tradeDate)
    const text = readFileSync(path, 'utf8')
    for (const changed of [text.replace('"seed":"', '"seed":"0'), text.slice(0, text.length / 2), '']) {
      writeFileSync(path, changed)
      expect((await app.call('GET', `/api/market-days/${tradeDate}`)).data).toMatchObject({
        rejection: 'DAY_FILE_CHANGED',
      })
    }
    rmSync(path)
    expect((await app.call('GET', `/api/market-days/${tradeDate}`)).data).toMatchObject({
      rejection: 'NOT_PUBLISHED',
    })
  }, 60_000)
})
