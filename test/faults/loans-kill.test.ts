import { afterAll, expect, it } from 'vitest'
import { addDays, dateJst, daysBetween, timeJst } from '#kernel/time.ts'
import { interestOf, nextChargeDay } from '#modules/loans/model/interest.ts'
import { verify } from '#server/verified.fixture.ts'
import { accountIdentity, apiOf, must, registerMember, waitFor } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const AMOUNT = 3_000_000
const RATE_PPM = 80_000
const MONTHS = 2

type HttpConnection = { kind: string; day: string; amount: number }

let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

it(
  'a server that is killed -9 while it charges the interest of past months charges each month once, to the yen',
  { timeout: 180_000 },
  async () => {
    dataDir = await temporaryDir()
    let app = await startServer({ dataDir })
    const { token, userId, api } = await registerMember(app.url, app.invitationCode)
    const called = {
      port: Number(new URL(app.url).port),
      call: (method: string, path: string, { body }: { body?: unknown } = {}) =>
        method === 'GET' ? api.get(path.replace('/api', '')) : api.post(path.replace('/api', ''), body),
    }
    await verify(called, token)
    must(
      await api.post('/account-opening/profile', {
        occupation: 'employee',
        income: 'over-2000',
        assets: 'under-3000',
        experience: 'under-3',
        purpose: 'learning',
        insiderTie: 'none',
        insiderCode: null,
      }),
    )
    const { id } = must(
      await api.post<{ id: string }>('/loans', {
        amount: AMOUNT,
        name: '佐藤 遥',
        idNumber: '301234567890',
        address: 'Tokyo, Chiyoda 1-1',
        contact: '0312345678',
        email: 'a@example.jp',
      }),
    ).data
    // The demo desk lends it.
    const lent = await waitFor(
      () => api.get(`/loans/${id}`),
      ({ data }) => data.loan.state === 'open',
      30_000,
    )
    const { available } = must(await api.get('/account')).data
    const from = dateJst(Date.parse(lent.data.loan.lentAt))

    const firsts: string[] = []
    for (let day = nextChargeDay(from); firsts.length < MONTHS; day = nextChargeDay(day)) firsts.push(day)
    const jump = api
      .post('/dev/clock', { at: new Date(timeJst(addDays(firsts.at(-1)!, 1), 10)).toISOString() }, null)
      .catch(() => null)
    await waitFor(
      async () => must(await api.get(`/loans/${id}`)).data.loan.paidInterest as number,
      (paid) => paid > 0,
      60_000,
    )
    await app.kill()
    await jump

    app = await startServer({ dataDir })
    const again = apiOf(app.url, token)
    const charged = (statement: HttpConnection[]) => statement.filter(({ kind }) => kind === 'interest')
    const { statement, loan } = (
      await waitFor(
        () => again.get(`/loans/${id}`),
        ({ data }) => charged(data.statement).length >= MONTHS,
        60_000,
      )
    ).data
    const expected = firsts.map((day, n) => ({
      kind: 'interest',
      day,
      amount: interestOf(AMOUNT, RATE_PPM, daysBetween(firsts[n - 1] ?? from, day)),
    }))
    expect(charged(statement).reverse()).toMatchObject(expected)
    const paid = expected.reduce((sum, { amount }) => sum + amount, 0)
    expect(loan).toMatchObject({ principal: AMOUNT, paidInterest: paid })
    expect(must(await again.get('/account')).data).toMatchObject({
      id: userId,
      loan: AMOUNT,
      available: available - paid,
    })
    const identity = await accountIdentity(again)
    expect(identity.balances).toBe(identity.log)
    await app.stop()
    await checkDurable(dataDir)
  },
)
