import { afterAll, expect, it } from 'vitest'
import { timeJst, type DateJst } from '#kernel/time.ts'
import type { ActionView, DividendView } from '#modules/corporate-actions/contract.ts'
import { accountIdentity, apiOf, logIn, must, waitFor } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const SHARES = 100
/** Held over one ex-date: a command each. */
const MOST_ISSUES = 8
const AFFORDABLE_YEN = 5_000
const PATIENCE_MS = 120_000

type Entry = { kind: string; lotId: string | null; amount: number }

let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

it(
  'a server that is killed -9 in an ex-date and in the payment of dividends gives each lot its right once, and its money once',
  { timeout: 600_000 },
  async () => {
    dataDir = await temporaryDir()
    let app = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
    const { account, password } = app.members[0]!
    const { token, api: first } = await logIn(app.url, account, password)
    let api = first

    // The soonest date on which most of what one can pay goes ex.
    type Row = { code: string; quote: { ask: number | null; bid: number | null; tradeDate: DateJst } }
    const quotes = await waitFor(
      async () => must(await api.get<Row[]>('/stocks?sort=turnover&limit=250')).data,
      (rows) => rows.filter(({ quote }) => quote.ask !== null && quote.bid !== null).length > 100,
      60_000,
    )
    const affordable = new Set(
      quotes
        .filter(({ quote }) => quote.ask !== null && quote.bid !== null && quote.ask < AFFORDABLE_YEN)
        .map(({ code }) => code),
    )
    const today = quotes[0]!.quote.tradeDate
    const { actions } = must(await api.get<{ actions: ActionView[] }>('/actions')).data
    const dividends = actions.filter(
      ({ kind, code, exDate }) => kind === 'dividend' && affordable.has(code) && exDate > today,
    )
    const byDate = [
      ...Map.groupBy(dividends, ({ exDate, payDate }) => `${exDate} ${payDate}`).values(),
    ].filter((all) => all.length > 1)
    const chosen = byDate.toSorted(([a], [b]) => (a!.exDate < b!.exDate ? -1 : 1))[0]!.slice(0, MOST_ISSUES)
    const [{ exDate, payDate }] = chosen as [ActionView & { payDate: DateJst }]
    for (const { code } of chosen)
      must(await api.post('/orders', { code, side: 'up', type: 'market', quantity: SHARES, leverage: 1 }))
    await waitFor(
      async () => must(await api.get('/lots?status=open')).data,
      (lots) => lots.length === chosen.length,
      PATIENCE_MS,
    )

    const dividendsOf = async (): Promise<DividendView[]> => must(await api.get('/dividends')).data
    /** Lets the clock go there, kills the server as soon as a first row is as told, and starts it again. */
    const killedWhen = async (
      date: DateJst,
      isUnderWay: (rows: DividendView[]) => boolean,
    ): Promise<void> => {
      const jump = api
        .post('/dev/clock', { at: new Date(timeJst(date, 10)).toISOString() }, null)
        .catch(() => null)
      await waitFor(() => dividendsOf().catch(() => []), isUnderWay, PATIENCE_MS)
      await app.kill()
      await jump
      app = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
      api = apiOf(app.url, token)
    }
    await killedWhen(exDate, (rows) => rows.length > 0)
    const rights = (rows: DividendView[]) =>
      rows
        .filter((row) => row.exDate === exDate)
        .map(({ code, quantity, amount }) => [code, quantity, amount])
        .toSorted()
    const due = chosen.map(({ code, perShare }) => [code, SHARES, Math.floor(perShare! * SHARES)]).toSorted()
    const coming = await waitFor(dividendsOf, (rows) => rows.length >= chosen.length, PATIENCE_MS)
    expect(rights(coming)).toEqual(due)
    expect(coming.every(({ status, tax }) => status === 'coming' && tax === 0)).toBe(true)

    await killedWhen(payDate, (rows) => rows.some(({ status }) => status === 'paid'))
    const paid = (
      await waitFor(
        dividendsOf,
        (rows) => rows.every((row) => row.exDate !== exDate || row.status === 'paid'),
        PATIENCE_MS,
      )
    ).filter((row) => row.exDate === exDate)
    expect(rights(paid)).toEqual(due)
    const log = must(await api.get<Entry[]>('/account/log?limit=1000')).data
    for (const { lotId, code, amount, tax } of paid) {
      const entries = (isKind: (kind: string) => boolean) =>
        log.filter((entry) => entry.lotId === lotId && isKind(entry.kind)).map((entry) => entry.amount)
      expect(
        entries((kind) => kind === 'dividend'),
        code,
      ).toEqual([amount])
      expect(
        entries((kind) => kind.startsWith('dividend-') && kind.endsWith('-tax')).reduce(
          (sum, yen) => sum + yen,
          0,
        ),
        code,
      ).toBe(0 - tax)
    }
    const identity = await accountIdentity(api)
    expect(identity.balances).toBe(identity.log)
    await app.stop()
    await checkDurable(dataDir)
  },
)
