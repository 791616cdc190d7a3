import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { MINUTE } from '#kernel/time.ts'
import { operatorCaller } from '#platform/engine/command.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { demoKey, signatureOf } from '#modules/staff/server/operator-keys.ts'
import { listText } from '#modules/staff/model/signed-list.ts'
import { headOf, listIdOf, requestIdsOf } from '#modules/staff/server/signed-lists.ts'
import { approvals, signedLists } from '#modules/staff/server/tables.ts'
import { announce, announcing, commandOf, lineOf, type Announced } from './announced.fixture.ts'
import { csvStatement, type Booked } from './statement.fixture.ts'
import { cashEntries, deposits } from './tables.ts'

/** Nobody but people decides: the demo desk and its bank are off. */
let app: TestApp
let haruka: { token: string; userId: string }
let other: { token: string; userId: string }
let treasurer: AtConsole
let reviewer: AtConsole

const POWER = 'deposit.credit'
const post = async (who: AtConsole, path: string, body: object = {}): Promise<AnyJson> =>
  (await app.call('POST', `/api/console${path}`, { token: who.token, body })).data
const prepare = (who: AtConsole, more: object = {}): Promise<AnyJson> =>
  post(who, '/lists/prepare', { power: POWER, ...more })
/** The answer once every line has been carried out or refused; a refusal of the list at once. */
const sign = async (who: AtConsole, id: string): Promise<AnyJson> => {
  const signed = await post(who, `/lists/${id}/sign`)
  if (signed.list === undefined) return signed
  return waitFor(
    () => who.get(`/lists/${id}`),
    ({ list }) => list.state !== 'running',
  )
}
const stateOf = (id: string) => app.context.engine.read.of(deposits).get(id)!.state
const credits = (id: string) =>
  app.context.engine.read
    .of(cashEntries)
    .all()
    .filter(({ about }) => about === id).length

async function bring(...lines: Booked[]): Promise<void> {
  const packed = gzipSync(csvStatement(lines)).toString('base64')
  const { id } = await post(treasurer, '/statements/check', { packed })
  const { status } = (await treasurer.act('statement.import', id)).data
  if (status !== 'carried-out') throw new Error('not brought in')
}
/** Announced and shown by the bank. */
async function ready(count: number, members = [haruka, other]): Promise<Announced[]> {
  const rows = await announce(app, members, count)
  await bring(...rows.map((row) => lineOf(app, row)))
  return rows
}
const leftOf = ({ lines }: AnyJson): [string, string][] =>
  lines.filter((line: AnyJson) => line.left !== null).map((line: AnyJson) => [line.name, line.left])

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
    env: { DEMO_DESK: 'off' },
    extraModule: announcing,
  })
  haruka = await app.enrol('090-6969-0001')
  other = await app.enrol('090-6969-0002')
  await verifyByHand(app, haruka)
  await verifyByHand(app, other, { idNumber: '301234567891' })
  treasurer = await atConsole(app, 'demo-treasurer-1')
  reviewer = await atConsole(app, 'demo-reviewer-1')
}, 180_000)

describe('credit by rule', () => {
  it('takes what fits in reference, amount and name, and names what it leaves out', async () => {
    const [exact, less, foreign, twice] = (await announce(app, [haruka], 4)) as [
      Announced,
      Announced,
      Announced,
      Announced,
    ]
    await bring(
      lineOf(app, exact),
      lineOf(app, less, { yen: 7 }),
      lineOf(app, foreign, { payer: `${foreign.reference} ｽｽﾞｷ` }),
      lineOf(app, twice),
      lineOf(app, twice, { id: `${twice.reference}-again` }),
    )
    const list = await prepare(treasurer)
    expect([list.size, list.fits, list.yen]).toEqual([1, 1, exact.yen])
    expect(leftOf(list).toSorted()).toEqual(
      [
        [less.reference, 'この明細は金額が異なります'],
        [foreign.reference, 'この明細の振込人は会員本人の名義ではありません'],
        [twice.reference, '同じ申込番号の明細が複数あるため、個別に確認してください'],
      ].toSorted(),
    )
    // Nobody brings in by hand what the rule leaves out.
    const forced = await prepare(treasurer, {
      lines: [{ subject: less.id, body: { lineId: `L-${less.reference}` } }],
    })
    expect(forced).toMatchObject({ rejection: 'LIST_EMPTY' })
    const first = await sign(treasurer, list.id)
    expect(first.list).toMatchObject({ state: 'open', open: 1, carriedOut: 0 })
    expect(stateOf(exact.id)).toBe('pending')
    const [waiting] = await reviewer.get('/lists')
    expect(waiting).toMatchObject({ id: list.id, missing: [['reviewer']], hindrance: null })
    const second = await prepare(reviewer, { list: list.id })
    expect(second.root).toBe(list.root)
    expect((await sign(reviewer, second.id)).list).toMatchObject({ state: 'done', carriedOut: 1 })
    expect([stateOf(exact.id), credits(exact.id)]).toEqual(['approved', 1])
    for (const { id } of [less, foreign, twice]) expect(stateOf(id)).toBe('pending')
  })

  it('says before the signature, and after it, which lines it carries out and which wait', async () => {
    const [a, b, c, d] = (await ready(4)) as [Announced, Announced, Announced, Announced]
    const lines = (rows: Announced[]) =>
      rows.map(({ id, reference }) => ({ subject: id, body: { lineId: `L-${reference}` } }))
    const asked = await prepare(treasurer, { lines: lines([a, b, c]) })
    expect([asked.fits, asked.completes]).toEqual([3, 0])
    await sign(treasurer, asked.id)
    const mixed = await prepare(reviewer, { lines: lines([a, b, c, d]) })
    expect([mixed.fits, mixed.completes]).toEqual([4, 3])
    const outcomes = ({ lines: all }: AnyJson) =>
      all.map(({ name, outcome }: AnyJson) => [name, outcome]).toSorted()
    const now = (last: string, others: string) =>
      [...[a, b, c].map(({ reference }) => [reference, others]), [d.reference, last]].toSorted()
    expect(outcomes(mixed)).toEqual(now('waits', 'completes'))
    const signed = await sign(reviewer, mixed.id)
    expect(outcomes(signed)).toEqual(now('open', 'carried-out'))
    const yen = [a, b, c, d].reduce((sum, row) => sum + row.yen, 0)
    expect(signed.list).toMatchObject({ size: 4, carriedOut: 3, carriedYen: yen - d.yen, open: 1, yen })
    const records = (await reviewer.get('/audit?power=deposit.credit&lang=ja')).rows.filter(
      ({ type }: AnyJson) => type === 'staff.sign-list',
    )
    expect(records.slice(0, 2)).toMatchObject([
      { what: '一括署名：入金の反映（4件）', subject: mixed.id, stage: 'signed' },
      { what: '一括署名の申請：入金の反映（3件）', subject: asked.id, stage: 'asked' },
    ])
    const rest = await prepare(treasurer, { lines: lines([d]) })
    expect(rest.completes).toBe(1)
    await sign(treasurer, rest.id)
  })

  it('keeps a record and a proof for each line: both signed the same root', async () => {
    const rows = await ready(7)
    const list = await prepare(treasurer)
    await sign(treasurer, list.id)
    const second = await prepare(reviewer, { list: list.id })
    await sign(reviewer, second.id)
    expect(second.root).toBe(list.root)
    const records = (
      await app.context.db.pool.query(
        "select convert_from(record, 'UTF8') as text from journal where type = 'staff.act' order by seq desc limit 40",
      )
    ).rows.map(({ text }) => readRecord(text as string).body as AnyJson)
    for (const row of rows) {
      const own = records.filter(({ input }) => input?.subject === row.id)
      expect(own).toHaveLength(2)
      expect(own.map(({ input }) => input.list.id).toSorted()).toEqual([list.id, second.id].toSorted())
      for (const { input } of own) expect(Number(input.list.place)).toBeLessThan(7)
      const { acts } = (await app.call('GET', '/api/operator-acts', { token: haruka.token })).data
      if (row.memberId === haruka.userId)
        expect(acts.find(({ subject }: AnyJson) => subject === row.id)).toMatchObject({
          status: 'carried-out',
          approvals: [{ role: 'treasurer' }, { role: 'reviewer' }],
        })
      expect(credits(row.id)).toBe(1)
    }
  })

  it('drops by name what was taken back, frozen or contested between the two signatures', async () => {
    const rows = await ready(6, [haruka])
    const [theirs] = (await ready(1, [other])) as [Announced]
    const list = await prepare(treasurer)
    await sign(treasurer, list.id)
    // Credited meanwhile by another reviewer, one by one.
    const alone = rows[0]!
    const body = { lineId: `L-${alone.reference}` }
    const another = await atConsole(app, 'demo-reviewer-2')
    expect((await another.act(POWER, alone.id, { body })).data.status).toBe('carried-out')
    // Its treasurer asks otherwise: what was signed in the list is over.
    const contested = rows[1]!
    const reason = { code: 'name-differs', text: 'The bank shows another name than the member has.' }
    expect((await treasurer.act('deposit.refuse', contested.id, { reason })).data.status).toBe('open')
    const frozen = await reviewer.act('trading.freeze', other.userId, { reason: { code: 'takeover' } })
    expect(frozen.data.status).toBe('carried-out')

    const second = await prepare(reviewer, { list: list.id })
    expect([second.root, second.size, second.fits]).toEqual([list.root, 7, 4])
    const signed = await sign(reviewer, second.id)
    // The frozen member's line still waits for whoever looks at it.
    expect(signed.list).toMatchObject({ state: 'open', open: 1, refused: 3 })
    expect(new Map(leftOf(signed))).toEqual(
      new Map([
        [alone.reference, 'すでに実行されています'],
        [contested.reference, expect.any(String)],
        [theirs.reference, '会員の口座が凍結されているため、個別に確認してください'],
      ]),
    )
    expect(rows.map(({ id }) => stateOf(id))).toEqual(['approved', 'pending', ...Array(4).fill('approved')])
    expect(stateOf(theirs.id)).toBe('pending')
    for (const { id } of rows) expect(credits(id)).toBeLessThan(2)
    const cleared = { reason: { code: 'cleared' } }
    for (const [who, status] of [
      [reviewer, 'open'],
      [another, 'carried-out'],
    ] as const)
      expect((await who.act('trading.release', other.userId, cleared)).data.status).toBe(status)
  })

  it('is carried out by the scan where nobody is at work on it, each line once', async () => {
    const rows = await ready(9)
    const { keys } = app.context.config
    const requests = rows.map(({ id, reference }) => ({
      subject: id,
      body: { lineId: `L-${reference}` },
      reason: null,
      askedAt: Math.floor(app.context.clock.wall()),
    }))
    const list = {
      operatorId: 'demo-treasurer-1',
      power: POWER,
      askedAt: requests[0]!.askedAt,
      requests,
    } as const
    const head = headOf(list)
    const signature = signatureOf(demoKey(keys.demo, list.operatorId), listText(head))
    // As a kill right behind the signature leaves it: nobody is at work on its lines but the scan.
    const { result } = await app.context.engine.submit(
      commandOf(app, 'staff.sign-list'),
      { ...list, signature },
      operatorCaller(list.operatorId),
    )
    expect(result.ok).toBe(true)
    const id = listIdOf(head)
    await waitFor(
      async () => app.context.engine.read.of(signedLists).get(id)!,
      ({ endedAt }) => endedAt !== null,
    )
    for (const each of requestIdsOf(list))
      expect(app.context.engine.read.of(approvals).get(each)!.signatures).toHaveLength(1)
    const second = await prepare(reviewer, { list: id })
    expect((await sign(reviewer, second.id)).list.carriedOut).toBe(9)
    for (const row of rows) expect([stateOf(row.id), credits(row.id)]).toEqual(['approved', 1])
  })

  it('is prepared anew after five minutes, and is signed once', async () => {
    const [row] = (await ready(1)) as [Announced]
    const late = await prepare(treasurer)
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + 6 * MINUTE).toISOString() },
    })
    expect(await sign(treasurer, late.id)).toMatchObject({ rejection: 'LIST_OVER' })
    const list = await prepare(treasurer)
    expect(await sign(reviewer, list.id)).toMatchObject({ rejection: 'LIST_OVER' })
    await sign(treasurer, list.id)
    expect(await sign(treasurer, list.id)).toMatchObject({ rejection: 'LIST_KNOWN' })
    expect(stateOf(row.id)).toBe('pending')
    expect(await prepare(treasurer, { list: list.id })).toMatchObject({ rejection: 'LIST_EMPTY' })
    const two = await Promise.all([
      prepare(reviewer, { list: list.id }),
      prepare(reviewer, { list: list.id }),
    ])
    await Promise.all(two.map(({ id }) => sign(reviewer, id)))
    expect([stateOf(row.id), credits(row.id)]).toEqual(['approved', 1])
  })

  it('leaves the ledger at nothing in all', async () => {
    const { rows } = await app.context.db.pool.query('select sum(balance_yen)::int8 as yen from accounts')
    expect(rows[0].yen).toBe(0)
  })
})
