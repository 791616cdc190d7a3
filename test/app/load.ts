import { expect } from 'vitest'
import { accountIdentity, apiOf, must, newKey, type Api, type Registered } from './api.ts'

/** A write that was answered: it must be there, once, after whatever happens next. */
export type Acknowledged = { member: Registered; key: string; path: string; body: object; id: string }

/**
 * Buys and closings in turn, as fast as the rules allow, until the server is gone; what was answered with
 * success is noted.
 */
export async function load(
  member: Registered,
  codes: readonly string[],
  noted: Acknowledged[],
  isOver: () => boolean,
): Promise<void> {
  const write = async (path: string, body: object) => {
    const key = newKey()
    const answer = await member.api.post(path, body, key)
    if (answer.code === 1) noted.push({ member, key, path, body, id: answer.data.id })
  }
  for (let n = 0; !isOver(); n++) {
    try {
      await write('/orders', {
        code: codes[n % codes.length]!,
        side: 'up',
        type: 'market',
        quantity: 100,
        leverage: 1,
      })
      const lots = must(await member.api.get('/lots?limit=100')).data as {
        id: string
        openQuantity: number
        closingQuantity: number
      }[]
      const open = lots.find((lot) => lot.openQuantity > lot.closingQuantity)
      if (open) await write(`/lots/${open.id}/close`, { type: 'market' })
    } catch {
      // The server is gone in the middle of a call.
      return
    }
    // Ten a second is the limit of one member (limits.ts).
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/**
 * The most traded of the cheaper issues: small orders of a new member find the money for many, and books that
 * fill them.
 */
export async function cheapCodes(api: Api): Promise<string[]> {
  const rows = must(await api.get('/stocks?sort=turnover&limit=200')).data as {
    code: string
    quote: { ask: number | null; state: string }
  }[]
  return rows
    .filter((row) => row.quote.ask !== null && row.quote.ask <= 1_500 && row.quote.state === 'trading')
    .slice(0, 12)
    .map((row) => row.code)
}

async function repeatedOnce({ member, key, path, body, id }: Acknowledged, api: Api): Promise<void> {
  const op = must(await api.get(`/ops/${key}`)).data
  expect(op.state, `acknowledged ${key} of ${member.userId}`).toBe('done')
  const again = await api.post(path, body, key)
  expect(again.headers.get('idempotent-replay')).toBe('1')
  expect(again.data.id).toBe(id)
}

/**
 * After whatever happened: each order that was answered is there once, a repeat says the same, and the
 * members' balances are what their logs add up to.
 */
export async function expectAll(
  noted: readonly Acknowledged[],
  members: readonly Registered[],
  url: string,
): Promise<void> {
  const orderIds = new Map<string, string[]>()
  for (const { userId, token } of members) {
    const orders = must(await apiOf(url, token).get('/orders?limit=500')).data as { id: string }[]
    orderIds.set(
      userId,
      orders.map((order) => order.id),
    )
  }
  for (const { id, member } of noted)
    expect(
      orderIds.get(member.userId)!.filter((each) => each === id),
      `order ${id} once`,
    ).toHaveLength(1)
  for (const one of noted.slice(-6)) await repeatedOnce(one, apiOf(url, one.member.token))
  for (const { userId, token } of members) {
    const identity = await accountIdentity(apiOf(url, token))
    expect(identity.balances, `account of ${userId}`).toBe(identity.log)
  }
}
