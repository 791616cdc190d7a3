import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { addDays, DAY, dateJst } from '#kernel/time.ts'
import { csvStatement, type Booked } from '#modules/funding/server/statement.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'

/** Client money that nothing explains stays on page, alarm and metrics, whatever the day. */
let app: TestApp
let member: { token: string; userId: string }
let treasurer: AtConsole
let reviewer: AtConsole

const today = (): string => dateJst(app.context.clock.wall())
const onPage = async (date = today()): Promise<string[]> => {
  const { causes } = await treasurer.get(`/reconciliation?date=${date}`)
  return causes
    .filter(({ expected }: AnyJson) => !expected)
    .map(({ cause, count, yen }: AnyJson) => `${cause} ${count} ${yen}`)
}
const look = async (): Promise<number | null> => {
  const scans = app.modules.all.flatMap((each) => each.scans ?? [])
  await scans.find(({ name }) => name === 'duty.watch')!.look()
  const watched = app.modules.all.flatMap((each) => each.watched?.() ?? [])
  return watched.find((each) => 'reconciliationDifferences' in each)!.reconciliationDifferences ?? null
}
const alarm = async (): Promise<AnyJson> =>
  (await treasurer.get('/duty?lang=en')).conditions.find(({ kind }: AnyJson) => kind === 'reconciliation').on
const bring = async (lines: readonly Booked[]): Promise<void> => {
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: treasurer.token,
    body: { packed: gzipSync(csvStatement(lines)).toString('base64') },
  })
  expect((await treasurer.act('statement.import', data.id)).data.status).toBe('carried-out')
}

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-6868-0001')
  await verifyByHand(app, member)
  treasurer = await atConsole(app, 'demo-treasurer-1')
  reviewer = await atConsole(app, 'demo-reviewer-1')
}, 60_000)

it('is open on its day and on every later one, alike for the page, the alarm and the metrics', async () => {
  const first = today()
  const { id, reference } = (
    await app.call('POST', '/api/deposits', { token: member.token, body: { amount: 50_000, method: 'bank' } })
  ).data
  await bring([
    { id: 'S-1', day: first, kind: 'in', yen: 77_000, payer: 'ダレカ' },
    { id: 'S-2', day: first, kind: 'in', yen: 50_000, payer: `${reference} ベツジン` },
  ])
  const reason = { code: 'name-differs', text: 'The name of the payer is not that of the account.' }
  for (const who of [treasurer, reviewer]) {
    expect((await who.act('deposit.refuse', id, { reason })).code).toBe(1)
  }
  const open = ['to-return 1 -50000', 'unmatched-line 1 -77000']
  expect((await onPage()).toSorted()).toEqual(open)

  await jumpClock(app, app.context.clock.wall() + 3 * DAY)
  expect(today()).not.toBe(first)
  for (const date of [first, addDays(first, 1), today()])
    expect([date, (await onPage(date)).toSorted()]).toEqual([date, open])
  expect(await onPage(addDays(first, -1))).toEqual([])
  expect([await look(), (await alarm())?.figure]).toEqual([2, 2])

  // The daily close says that books agree with books, and what the bank has beside them.
  const [{ day, off }] = (await treasurer.get('/closings')).rows
  expect(off).toBe(0)
  const { bank } = await treasurer.get(`/closings/${day}`)
  expect(bank.open).toEqual({ count: 2, yen: -127_000 })
  expect(bank.books - bank.statements - bank.opening).toBe(-127_000)
}, 120_000)
