import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getChat, sendLine } from '#modules/support/contract.ts'
import { hexOf } from '#kernel/hex.ts'
import { dateJst } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { apply, listApplications, listDraws } from '#modules/draws/contract.ts'
import { confirmPurchase, listIpoApplications } from '#modules/ipo/contract.ts'
import {
  listFollows,
  listPoolOrders,
  listPools,
  placePoolOrder,
  sellFollow,
  subscribePool,
} from '#modules/copy/contract.ts'
import { addBankAccount, listBankAccounts, listDeposits, requestDeposit } from '#modules/funding/contract.ts'
import { listWithdrawals, requestWithdrawal } from '#modules/funding/contract.ts'
import { getSecurity, setTransactionPassword } from '#modules/identity/contract.ts'
import type { DemoMember } from '#modules/identity/server/public.ts'
import { listStocks, type StockRow } from '#modules/market/contract.ts'
import { closeLot, listOrders, placeOrder } from '#modules/orders/contract.ts'
import { listLots } from '#modules/portfolio/contract.ts'
import type { Phone } from './phone.ts'

const SAMPLE_PICTURE = join(import.meta.dirname, '../../../assets/sample-document/front.jpg')
const UNIT = 100
const BYTES_OF_R = 16
const MOST_TRADED = '40'
/** A price that leaves room for several positions in a member's money. */
const DEAREST_YEN = 4_000
const LOTS_OF_ONE = 6

/** Yen, chosen so that no rule leaves it to people. */
export const PAID_IN = 300_000
export const PAID_OUT = 100_000

/** The dice of whoever acts: whole numbers below `n`. */
export type Dice = (n: number) => number
export const diceOf =
  ({ ids }: Pick<AppContext, 'ids'>): Dice =>
  (n) =>
    new DataView(Uint8Array.from(ids.bytes(4)).buffer).getUint32(0) % n

/** Issues that trade now and cost little enough, the most traded first. */
export async function affordable(phone: Phone): Promise<StockRow[]> {
  const rows = await phone.ask(listStocks, { query: { sort: 'turnover', limit: MOST_TRADED } })
  return rows.filter(
    ({ quote: { ask, bid, state } }) =>
      state === 'trading' && ask !== null && bid !== null && ask <= DEAREST_YEN,
  )
}

/** The transaction password that is printed, and a bank account in the member's own name. */
export async function settleAccount(phone: Phone, { transactionPassword }: DemoMember, place: number) {
  const { hasTransactionPassword: isSet } = await phone.ask(getSecurity, {})
  if (!isSet)
    await phone.ask(setTransactionPassword, {
      input: { newPassword: transactionPassword, confirmPassword: transactionPassword },
    })
  const { accounts, holder } = await phone.ask(listBankAccounts, {})
  if (accounts.length > 0 || holder === null) return
  // A sample, which says so on it.
  const imageId = await phone.upload('passbook', Uint8Array.from(await readFile(SAMPLE_PICTURE)))
  await phone.ask(addBankAccount, {
    input: {
      holder,
      imageId,
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: String(1_234_567 + place),
      transactionPassword,
    },
  })
}

export async function payIn(phone: Phone): Promise<void> {
  if ((await phone.ask(listDeposits, { query: {} })).length === 0)
    await phone.ask(requestDeposit, { input: { amount: PAID_IN, method: 'bank' } })
}

export async function payOut(phone: Phone, { transactionPassword }: DemoMember): Promise<void> {
  if ((await phone.ask(listWithdrawals, { query: {} })).length > 0) return
  const { accounts } = await phone.ask(listBankAccounts, {})
  const usable = accounts.find((account) => account.usable)
  if (usable !== undefined)
    await phone.ask(requestWithdrawal, {
      input: { amount: PAID_OUT, accountId: usable.id, transactionPassword },
    })
}

/** Market orders for one unit of each issue; as many as the member has placed since `day` are left out. */
export async function buy(phone: Phone, day: string, codes: readonly string[]): Promise<void> {
  const since = await phone.ask(listOrders, { query: { from: day } })
  for (const code of codes.slice(since.filter(({ purpose }) => purpose === 'open').length))
    await phone.ask(placeOrder, { input: { code, side: 'up', type: 'market', quantity: UNIT, leverage: 1 } })
}

/** Closes the member's oldest lot, where nothing was closed since `day`. */
export async function sellOldest(phone: Phone, day: string): Promise<void> {
  const since = await phone.ask(listOrders, { query: { from: day } })
  if (since.some(({ purpose }) => purpose === 'close')) return
  const lot = (await phone.ask(listLots, { query: { status: 'open' } })).at(-1)
  if (lot !== undefined) await phone.ask(closeLot, { params: { id: lot.id }, input: { type: 'market' } })
}

/** The member's pools buy a unit of each; as many as they have bought since `day` are left out. */
export async function tradePool(phone: Phone, day: string, codes: readonly string[]): Promise<void> {
  for (const pool of await phone.ask(listPools, {}))
    if (pool.isLead && ['open', 'running'].includes(pool.status)) {
      const orders = await phone.ask(listPoolOrders, { query: { pool: pool.id } })
      const since = orders.filter(({ order: { placedAt } }) => dateJst(Date.parse(placedAt)) >= day)
      for (const code of codes.slice(since.length))
        await phone.ask(placePoolOrder, {
          input: { pool: pool.id, ticket: { code, side: 'up', type: 'market', quantity: UNIT, leverage: 1 } },
        })
    }
}

/** Yen into the pool that is open, once. */
export async function follow(phone: Phone, amount: number): Promise<void> {
  const [pools, follows] = [await phone.ask(listPools, {}), await phone.ask(listFollows, {})]
  const pool = pools.find((each) => each.status === 'open' && !each.isLead)
  if (pool !== undefined && !follows.some((each) => each.pool === pool.id))
    await phone.ask(subscribePool, { input: { pool: pool.id, amount } })
}

export async function leavePool(phone: Phone): Promise<void> {
  const follows = await phone.ask(listFollows, {})
  const one = follows.find((each) => each.status === 'following' && !each.leaving)
  if (one !== undefined) await phone.ask(sellFollow, { input: { record: one.id } })
}

/** An application in every draw that is open, and the word of those who have won shares to be paid. */
export async function takePart(phone: Phone, context: AppContext, dice: Dice): Promise<void> {
  const mine = await phone.ask(listApplications, { query: {} })
  const { draws } = await phone.ask(listDraws, {})
  const now = context.clock.wall()
  for (const { id } of draws.filter(({ status, opensAt }) => status === 'open' && Date.parse(opensAt) <= now))
    if (!mine.some(({ drawId }) => drawId === id))
      await phone.ask(apply, {
        input: { drawId: id, units: 1 + dice(3), r: hexOf(context.ids.bytes(BYTES_OF_R)) },
      })
}

export async function payForWins(phone: Phone): Promise<void> {
  for (const { id, status } of await phone.ask(listIpoApplications, {}))
    if (status === 'won') await phone.ask(confirmPurchase, { params: { id } })
}

/** A word to support, once. */
export async function say(phone: Phone, text: string): Promise<void> {
  if ((await phone.ask(getChat, { query: {} })).lines.length === 0)
    await phone.ask(sendLine, { input: { text } })
}

/** An order that waits in the book a little off the price, or the sale of what has become much. */
export async function quote(phone: Phone, dice: Dice): Promise<void> {
  const working = await phone.ask(listOrders, { query: { status: 'pending' } })
  if (working.length > 0) return
  const lots = await phone.ask(listLots, { query: { status: 'open' } })
  if (lots.length >= LOTS_OF_ONE) {
    await phone.ask(closeLot, { params: { id: lots[dice(lots.length)]!.id }, input: { type: 'market' } })
    return
  }
  const issues = await affordable(phone)
  const issue = issues[dice(Math.max(issues.length, 1))]
  if (issue !== undefined)
    await phone.ask(placeOrder, {
      input: {
        code: issue.code,
        side: 'up',
        type: 'limit',
        price: issue.quote.bid!,
        quantity: UNIT * (1 + dice(3)),
        leverage: 1,
      },
    })
}
