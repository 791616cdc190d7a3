import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accountIdentity,
  apiOf,
  freshMobile,
  logIn,
  must,
  newKey,
  registerMember,
  waitFor,
  type Registered,
} from '../app/api.ts'
import { removeDir, startServer, type RunningServer } from '../app/start.ts'

/**
 * Twice at once, over real connections to a whole server: one effect, nothing doubled, a named answer for the
 * rest.
 */
describe('races', () => {
  let app: RunningServer
  let rich: Registered
  let other: Registered
  let price = 0
  beforeAll(async () => {
    app = await startServer({ env: { DEMO_DESK: 'off' } })
    rich = await logIn(app.url, app.members[0]!.account, app.members[0]!.password)
    other = await registerMember(app.url, app.invitationCode)
    const stock = await waitFor(
      () => apiOf(app.url).get('/stocks/S801'),
      (answer) => answer.data?.quote?.state === 'trading' && answer.data.quote.ask !== null,
      60_000,
    )
    price = stock.data.quote.lowerLimit
  })
  afterAll(async () => {
    await app?.stop()
    if (app) await removeDir(app.dataDir)
  })
  // A member may send 20 at once and 10 a second (limits.ts): the next race starts with all of them.
  afterEach(() => new Promise<void>((resolve) => setTimeout(resolve, 2_200)))
  const cancelled = async (id: string): Promise<void> => {
    must(await rich.api.post(`/orders/${id}/cancel`))
    await waitFor(
      () => rich.api.get(`/orders/${id}`),
      (answer) => answer.data.status === 'cancelled',
    )
  }
  /** Far below the market: it is accepted, holds money, and waits. */
  const resting = (quantity: number) => ({
    code: 'S801',
    side: 'up',
    type: 'limit',
    quantity,
    price,
    leverage: 1,
  })

  it('the same key five times at once: one order, the same answer five times', async () => {
    for (let round = 0; round < 3; round++) {
      const key = newKey()
      const before = must(await rich.api.get('/orders?status=pending')).data.length
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => rich.api.post('/orders', resting(100), key)),
      )
      expect(new Set(answers.map((answer) => must(answer).data.id)).size).toBe(1)
      expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === '1')).toHaveLength(4)
      expect(must(await rich.api.get('/orders?status=pending')).data).toHaveLength(before + 1)
      await cancelled(answers[0]!.data.id)
    }
  })

  it('the same key with another body: 422, and no second effect', async () => {
    const key = newKey()
    const first = must(await rich.api.post('/orders', resting(100), key))
    const second = await rich.api.post('/orders', resting(200), key)
    expect([second.status, second.code]).toEqual([422, 422])
    expect(must(await rich.api.get(`/orders/${first.data.id}`)).data.quantity).toBe(100)
    await cancelled(first.data.id)
  })

  it('many orders at once for the same money: as many as it pays for, the rest refused by name', async () => {
    const { buyingPower } = must(await rich.api.get('/account')).data
    // Each takes a little more than a third of the money, in whole units: two fit, a third does not.
    const quantity = Math.ceil(buyingPower / 3 / price / 100) * 100
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => rich.api.post('/orders', resting(quantity))),
    )
    const accepted = answers.filter((answer) => answer.code === 1)
    expect(accepted).toHaveLength(2)
    for (const refused of answers.filter((answer) => answer.code !== 1))
      expect(refused.data.rejection).toBe('INSUFFICIENT_BUYING_POWER')
    const account = must(await rich.api.get('/account')).data
    expect(account.available).toBeGreaterThanOrEqual(0)
    const identity = await accountIdentity(rich.api)
    expect(identity.log).toBe(identity.balances)
    for (const order of accepted) await cancelled(order.data.id)
  })

  it('cancelled five times at once: cancelled once, and the hold comes back once', async () => {
    const before = must(await rich.api.get('/account')).data.available
    const order = must(await rich.api.post('/orders', resting(100))).data
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => rich.api.post(`/orders/${order.id}/cancel`)),
    )
    expect(answers.some((answer) => answer.code === 1)).toBe(true)
    for (const answer of answers)
      if (answer.code !== 1) expect(['CANCEL_UNDER_WAY', 'ORDER_FINISHED']).toContain(answer.data.rejection)
    await waitFor(
      () => rich.api.get(`/orders/${order.id}`),
      (answer) => answer.data.status === 'cancelled',
    )
    expect(must(await rich.api.get('/account')).data.available).toBe(before)
  })

  it("someone else's order, lot and operation are not there", async () => {
    const key = newKey()
    const order = must(await rich.api.post('/orders', resting(100), key)).data
    for (const path of [`/orders/${order.id}`, '/lots/00000000-0000-7000-8000-000000000000'])
      expect((await other.api.get(path)).status).toBe(404)
    expect((await other.api.post(`/orders/${order.id}/cancel`)).data?.rejection ?? 'ORDER_NOT_FOUND').toBe(
      'ORDER_NOT_FOUND',
    )
    expect(must(await other.api.get(`/ops/${key}`)).data.state).toBe('unknown')
    expect((await other.api.get(`/index/getUserInfo?user_id=${rich.userId}`)).status).toBe(403)
    expect(must(await rich.api.get(`/orders/${order.id}`)).data.status).toBe('pending')
    await cancelled(order.id)
  })

  it('an answer that was dropped is found by its key', async () => {
    const key = newKey()
    const stopped = new AbortController()
    const sent = fetch(`${app.url}/api/orders?lang=en`, {
      method: 'POST',
      signal: stopped.signal,
      body: JSON.stringify(resting(100)),
      headers: { token: rich.token, 'content-type': 'application/json', 'idempotency-key': key },
    }).catch(() => null)
    setTimeout(() => stopped.abort(), 3)
    await sent
    const op = await waitFor(
      () => rich.api.get(`/ops/${key}`),
      (answer) => answer.data.state !== 'running',
    )
    const again = must(await rich.api.post('/orders', resting(100), key))
    if (op.data.state === 'done') expect(again.data.id).toBe(op.data.answer.data.id)
    expect(
      must(await rich.api.get('/orders?limit=20')).data.filter(
        (order: { id: string }) => order.id === again.data.id,
      ),
    ).toHaveLength(1)
    await cancelled(again.data.id)
  })

  it('one number registered five times at once: one member', async () => {
    const mobile = freshMobile()
    const guest = apiOf(app.url)
    must(await guest.post('/auth/sms-code', { mobile }, null))
    const [{ code }] = must(await guest.get<[{ code: string }]>(`/dev/inbox?mobile=${mobile}`)).data
    const form = {
      mobile,
      password: 'lamp-7Kq',
      confirmPassword: 'lamp-7Kq',
      invitationCode: app.invitationCode,
      verificationCode: code,
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => guest.post('/auth/register', form, null)),
    )
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    for (const answer of answers.filter(({ code: said }) => said !== 1))
      expect([answer.status, answer.code]).toEqual([200, 2])
    const { userId } = await logIn(app.url, mobile, 'lamp-7Kq')
    expect(userId).toBe(answers.find((answer) => answer.code === 1)!.data.userId)
    const account = await accountIdentity((await logIn(app.url, mobile, 'lamp-7Kq')).api)
    expect([account.log, account.entries]).toEqual([account.balances, 1])
  })

  it('one ticket at five sockets at once: one opens', async () => {
    const { ticket } = must(await rich.api.post<{ ticket: string }>('/socket-ticket', {}, null)).data
    const opened = await Promise.all(
      Array.from(
        { length: 5 },
        () =>
          new Promise<boolean>((resolve) => {
            const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws?ticket=${ticket}`)
            socket.onopen = () => {
              resolve(true)
              socket.close()
            }
            socket.onerror = () => resolve(false)
          }),
      ),
    )
    expect(opened.filter(Boolean)).toHaveLength(1)
  })

  it('one key from two sessions of a member at once: one order', async () => {
    const second = await logIn(app.url, rich.mobile, rich.password)
    const key = newKey()
    const answers = await Promise.all(
      [rich, second, rich, second].map(({ api }) => api.post('/orders', resting(100), key)),
    )
    expect(new Set(answers.map((answer) => must(answer).data.id)).size).toBe(1)
    await cancelled(answers[0]!.data.id)
  })

  it('a lot closed five times at once: its shares are sold once', async () => {
    const { quote } = must(await rich.api.get('/stocks/S801')).data
    const lots = async () =>
      must(await rich.api.get<{ id: string; code: string; quantity: number }[]>('/lots?status=open')).data
    const before = new Set((await lots()).map(({ id }) => id))
    must(
      await rich.api.post('/orders', {
        code: 'S801',
        side: 'up',
        type: 'limit',
        price: quote.upperLimit,
        quantity: 100,
        leverage: 1,
      }),
    )
    const lot = (await waitFor(lots, (all) => all.some(({ id }) => !before.has(id)), 60_000)).find(
      ({ id }) => !before.has(id),
    )!
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        rich.api.post(`/lots/${lot.id}/close`, {
          type: 'limit',
          price: quote.upperLimit,
          quantity: lot.quantity,
        }),
      ),
    )
    const taken = answers.filter((answer) => answer.code === 1)
    expect(taken).toHaveLength(1)
    for (const refused of answers.filter((answer) => answer.code !== 1)) expect(refused.code).toBe(2)
    await cancelled(taken[0]!.data.id)
  })

  it('two reviewers sign one request five times at once: it is carried out once, and both signatures stand', async () => {
    const operators = must(
      await apiOf(app.url).get<{ operatorId: string; code: string }[]>('/dev/operators'),
    ).data
    const enter = async (operatorId: string) => {
      const { code } = operators.find((each) => each.operatorId === operatorId)!
      return apiOf(app.url).as(
        must(await apiOf(app.url).post('/console/auth/login', { operatorId, code }, null)).data.token,
      )
    }
    const [first, second] = [await enter('demo-reviewer-1'), await enter('demo-reviewer-2')]
    const asked = must(
      await first.post('/console/act', {
        power: 'trading.freeze-on',
        subject: other.userId,
        body: {},
        reason: { code: 'takeover' },
      }),
    ).data
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => second.post(`/console/approvals/${asked.approvalId}/sign`, {})),
      first.post(`/console/approvals/${asked.approvalId}/sign`, {}),
    ])
    expect(answers.filter((answer) => answer.code === 1 && answer.data.status === 'carried-out').length).toBe(
      1,
    )
    const acts = must(
      await other.api.get<{ acts: { power: string; approvals: { number: number }[] }[] }>('/operator-acts'),
    ).data.acts.filter(({ power }) => power === 'trading.freeze-on')
    expect(acts.map(({ approvals }) => approvals.map(({ number }) => number))).toEqual([[1, 2]])
  })
})
