import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { csvStatement, type Booked } from '#modules/funding/server/statement.fixture.ts'
import { cashEntries } from '#modules/funding/server/tables.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { unsettledEntries, unsettledLines } from './reconciliation-queries.ts'
import { watchUnsettled } from './unsettled.ts'

/** The watch reads what was open and what is new, and finds what the whole reckoning finds. */
let app: TestApp
let member: { token: string; userId: string }
let [importer, treasurer, reviewer, auditor]: AtConsole[] = []
let watch: ReturnType<typeof watchUnsettled>

const today = (): string => dateJst(app.context.clock.wall())
const end = (): number => timeJst(dateJst(app.context.clock.market()), 24)
const idsOf = (found: { entries: { seq: number; n: number }[]; lines: { id: string }[] }) => ({
  entries: found.entries.map(({ seq, n }) => `${seq}-${n}`).toSorted(),
  lines: found.lines.map(({ id }) => id).toSorted(),
})
const whole = async () =>
  idsOf({
    entries: await unsettledEntries(app.context.db, end()),
    lines: await unsettledLines(app.context.db, null),
  })
/** The finding of both; fails where they differ. */
async function both(): Promise<ReturnType<typeof idsOf>> {
  const found = idsOf(await watch(today(), end()))
  expect(found).toEqual(await whole())
  return found
}
async function bring(...lines: Booked[]): Promise<void> {
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: importer!.token,
    body: { packed: gzipSync(csvStatement(lines)).toString('base64') },
  })
  expect((await importer!.act('statement.import', data.id)).data.status).toBe('carried-out')
}
const sign = async (power: string, subject: string, more: object, ...who: AtConsole[]): Promise<void> => {
  for (const each of who) expect((await each.act(power, subject, more)).code).toBe(1)
}

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  watch = watchUnsettled(app.context.db)
  member = await app.enrol('090-6868-0103')
  await verifyByHand(app, member)
  importer = await atConsole(app, 'demo-treasurer-1')
  treasurer = await atConsole(app, 'demo-treasurer-2')
  reviewer = await atConsole(app, 'demo-reviewer-1')
  auditor = await atConsole(app, 'demo-auditor-1')
}, 60_000)

it('finds the same after each act: lines, credits, corrections and refunds', async () => {
  expect(await both()).toEqual({ entries: [], lines: [] })
  const { id, reference } = (
    await app.call('POST', '/api/deposits', { token: member.token, body: { amount: 50_000, method: 'bank' } })
  ).data
  const own = `${reference} ｻﾄｳ ﾊﾙｶ`
  await bring(
    { id: 'U-1', day: today(), kind: 'in', yen: 50_000, payer: own },
    { id: 'U-2', day: addDays(today(), -3), kind: 'in', yen: 9_000, payer: 'ｽｽﾞｷ' },
  )
  expect(await both()).toEqual({ entries: [], lines: ['U-1', 'U-2'] })
  await sign('deposit.credit', id, { body: { lineId: 'U-1' } }, treasurer!, reviewer!)
  expect(await both()).toEqual({ entries: [], lines: ['U-2'] })

  const reason = { code: 'system-error', text: 'The line was credited by mistake, which is undone here.' }
  const entry = app.context.engine.read.of(cashEntries).all()[0]!
  await sign('entry.reverse', entry.id, { reason }, treasurer!, auditor!)
  expect(await both()).toEqual({ entries: [], lines: ['U-1', 'U-2'] })
  await sign('deposit.credit', id, { body: { lineId: 'U-1' } }, treasurer!, reviewer!)
  expect((await both()).lines).toEqual(['U-2'])

  const typed = { bankCode: '0001', branchCode: '001', type: 'ordinary', number: '7654321', holder: 'スズキ' }
  const { account } = (
    await app.call('POST', '/api/console/refunds/check', {
      token: treasurer!.token,
      body: { line: 'U-2', ...typed },
    })
  ).data
  const body = { lineId: 'U-2', yen: 9_000, account }
  const decided = { body, reason: { code: 'no-reference' } }
  await sign('refund.decide', 'refund-U-2', decided, treasurer!, reviewer!)
  expect(await both()).toEqual({ entries: [], lines: [] })
  const { id: file } = await treasurer!.get('/transfer-files/next')
  await sign('transfer.make', file, {}, treasurer!)
  const back = (await treasurer!.get('/refunds/U-2')).refund.reference
  await bring({ id: 'U-3', day: today(), kind: 'out', yen: 9_000, payer: back })
  expect((await both()).lines).toEqual(['U-3'])
  await sign('refund.mark-paid', 'refund-U-2', { body: { lineId: 'U-3' } }, treasurer!)
  expect(await both()).toEqual({ entries: [], lines: [] })
}, 120_000)

it('reads what is settled once a day: a row that was changed by hand is found then, and by each page', async () => {
  await app.context.db.pool.query("update statement_lines set yen = yen + 1 where id = 'U-1'")
  const damaged = await whole()
  expect(damaged.entries).toHaveLength(1)
  expect(idsOf(await watch(today(), end())).entries).toEqual([])
  expect(idsOf(await watch(addDays(today(), 1), end()))).toEqual(damaged)
  // From then on it is open, until it is mended.
  expect(idsOf(await watch(addDays(today(), 1), end()))).toEqual(damaged)
  await app.context.db.pool.query("update statement_lines set yen = yen - 1 where id = 'U-1'")
  expect(idsOf(await watch(addDays(today(), 1), end())).entries).toEqual([])
})
