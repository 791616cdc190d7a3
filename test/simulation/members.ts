import { roundToTick } from '#modules/instruments/model/tick.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { placeOrderOf, type Order, type OrderExits } from '#modules/orders/model/order.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { bankAccounts, deposits, withdrawals } from '#modules/funding/server/tables.ts'
import { loans } from '#modules/loans/server/tables.ts'
import { applications, draws } from '#modules/draws/server/tables.ts'
import { wins } from '#modules/ipo/server/tables.ts'
import { applications as dayApplications, inventory } from '#modules/daytrade/server/tables.ts'
import { follows, pools } from '#modules/copy/server/tables.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import type { Dice } from './dice.ts'
import type { FakeExchange } from './fake-exchange.ts'
import type { Phones } from './phones.ts'
import type { SimApp } from './sim-app.ts'

/** The members of a simulation with the levels that they are opened at; the last one leads pools. */
export const MEMBERS = [
  { id: 'aiko', level: 'beginner' },
  { id: 'botan', level: 'advanced' },
  { id: 'chiyo', level: 'core' },
  { id: 'daichi', level: 'experience' },
  { id: 'emi', level: 'core' },
] as const

export type Acting = {
  readonly context: SimApp
  readonly phones: Phones
  readonly exchange: FakeExchange
  readonly dice: Dice
  readonly now: number
}
type Act = (acting: Acting, member: string) => void

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** Now and then somebody tries what is not theirs. */
const STRANGE_SHARE = 0.03

/** A price a few ticks from the last one. */
function near({ exchange, dice }: Acting, code: string, spread = 60): number | null {
  const issue = exchange.issues.get(code)
  return issue === undefined
    ? null
    : roundToTick(
        issue.price * (1 + (dice.below(2 * spread + 1) - spread) / 10_000),
        issue.tickTable,
        'nearest',
      ) / 10
}

const place: Act = (acting, member) => {
  const { dice, exchange, context: app, phones } = acting
  const code = dice.one([...exchange.issues.keys()])
  const type = dice.one([
    'market',
    'market',
    'market',
    'limit',
    'limit',
    'limit',
    'stop',
    'stop-limit',
  ] as const)
  const side = dice.chance(0.75) ? 'up' : 'down'
  const last = exchange.issues.get(code)!.price / 10
  const trigger = rounded(
    acting,
    code,
    last * (1 + ((side === 'up' ? 1 : -1) * dice.between(5, 150)) / 10_000),
  )
  const isPlain = type === 'market' || type === 'limit'
  const condition =
    isPlain && dice.chance(0.12)
      ? dice.one(
          type === 'limit'
            ? (['at-open', 'at-close', 'limit-then-market'] as const)
            : (['at-open', 'at-close'] as const),
        )
      : 'none'
  const validity = condition === 'none' && dice.chance(0.25) ? dice.one(['week', 'date'] as const) : 'day'
  const exits = dice.chance(0.25)
    ? {
        takeProfit: rounded(acting, code, last * (side === 'up' ? 1.012 : 0.988)),
        stopLoss: rounded(acting, code, last * (side === 'up' ? 0.985 : 1.015)),
      }
    : {}
  const ticket = placeOrderOf({
    code,
    side,
    type,
    quantity: dice.chance(STRANGE_SHARE) ? 50 : dice.between(1, 9) * 100,
    leverage: dice.one([1, 1, 2, 2.5, 3, 3.3]),
    condition,
    validity,
    ...(type === 'limit' || type === 'stop-limit' ? { price: near(acting, code) ?? last } : {}),
    ...(isPlain ? {} : { triggerPrice: trigger }),
    ...(isPlain && condition === 'none' && validity === 'day' && dice.chance(0.1)
      ? { timeInForce: 'ioc' as const }
      : {}),
    ...(validity === 'date'
      ? { validUntil: everyDayCalendar.next(app.modules.market.phase().tradeDate, dice.between(1, 16)) }
      : {}),
    ...exits,
  })
  phones.ask(app, member, 'order.place', ticket)
}

const rounded = ({ exchange }: Acting, code: string, yen: number): number =>
  roundToTick(yen * 10, exchange.issues.get(code)!.tickTable, 'nearest') / 10

const working = ({ context: app, dice }: Acting, member: string): Order | undefined =>
  dice.any(app.engine.read.of(orders).by('working', owner(dice, member)))
const lotOf = ({ context: app, dice }: Acting, member: string): Lot | undefined =>
  dice.any(openLots(app.engine.read, owner(dice, member)))
const owner = (dice: Dice, member: string): string =>
  dice.chance(STRANGE_SHARE) ? dice.one(MEMBERS).id : member

const cancel: Act = (acting, member) => {
  const order = working(acting, member)
  if (order) acting.phones.ask(acting.context, member, 'order.cancel', { orderId: order.id })
}

const amend: Act = (acting, member) => {
  const order = working(acting, member)
  if (!order) return
  const { dice } = acting
  const price = order.priceTenths === null ? null : near(acting, order.code)
  const isRetriggered = order.triggerTenths !== null && dice.chance(0.5)
  const trigger = isRetriggered ? near(acting, order.code) : null
  acting.phones.ask(acting.context, member, 'order.amend', {
    orderId: order.id,
    ...(trigger === null ? {} : { triggerTenths: Math.round(trigger * 10) }),
    priceTenths: price === null || dice.chance(0.4) ? null : Math.round(price * 10),
    quantity: dice.chance(0.5) ? dice.between(1, Math.max(order.quantity / 100, 1)) * 100 : null,
    exits: dice.chance(0.3) ? exitsNear(acting, order) : null,
  })
}

/** Some of them on the wrong side, or of an order that has none. */
function exitsNear(acting: Acting, { code }: Order): OrderExits {
  const { dice } = acting
  const maybe = () => {
    const price = dice.chance(0.6) ? near(acting, code) : null
    return price === null ? null : Math.round(price * 10)
  }
  return {
    takeProfitTenths: maybe(),
    stopLossTenths: maybe(),
    exitTrailTenths: null,
    exitTrailBp: dice.chance(0.2) ? 300 : null,
  }
}

const close: Act = (acting, member) => {
  const lot = lotOf(acting, member)
  if (!lot) return
  const { dice, phones, context: app } = acting
  const price = dice.chance(0.3) ? near(acting, lot.code) : null
  const terms = {
    ...PLAIN_TERMS,
    type: price === null ? 'market' : 'limit',
    priceTenths: price === null ? null : Math.round(price * 10),
  }
  if (dice.chance(0.2))
    phones.ask(app, member, 'lots.close', {
      ...terms,
      code: lot.code,
      side: lot.side,
      quantity: dice.between(1, 12) * 100,
      lots: null,
    })
  else
    phones.ask(app, member, 'lot.close', {
      ...terms,
      lotId: lot.id,
      quantity: dice.chance(0.5) ? null : dice.between(1, Math.max(lot.openQuantity / 100, 1)) * 100,
    })
}

const exits: Act = (acting, member) => {
  const lot = lotOf(acting, member)
  if (!lot) return
  const last = acting.exchange.issues.get(lot.code)!.price / 10
  const up = lot.side === 'up' ? 1 : -1
  const at = (share: number): number | null =>
    acting.dice.chance(0.3) ? null : Math.round(rounded(acting, lot.code, last * (1 + up * share)) * 10)
  acting.phones.ask(acting.context, member, 'lot.exits', {
    lotId: lot.id,
    takeProfitTenths: at(0.006),
    stopLossTenths: at(-0.006),
  })
}

const deliver: Act = (acting, member) => {
  const lot = lotOf(acting, member)
  if (lot) acting.phones.ask(acting.context, member, 'lot.deliver', { lotId: lot.id })
}

const bank: Act = ({ context: app, phones, dice }, member) => {
  const rows = app.engine.read
    .of(bankAccounts)
    .by('member', member)
    .filter(({ state }) => state !== 'removed')
  if (rows.length > 1 && dice.chance(0.3))
    phones.ask(app, member, 'bank-account.remove', { accountId: dice.one(rows).id })
  else
    phones.ask(app, member, 'bank-account.add', {
      accountId: hex(dice.bytes(8)),
      detailsHash: hex(dice.bytes(32)),
    })
}

const withdraw: Act = ({ context: app, phones, dice }, member) => {
  const open = dice.any(
    app.engine.read
      .of(withdrawals)
      .by('member', owner(dice, member))
      .filter(({ state }) => state === 'requested' || state === 'approved'),
  )
  if (open !== undefined && dice.chance(0.3))
    return phones.ask(app, member, 'withdrawal.cancel', { withdrawalId: open.id })
  const account = dice.any(app.engine.read.of(bankAccounts).by('member', owner(dice, member)))
  if (account !== undefined)
    phones.ask(app, member, 'withdrawal.request', {
      accountId: account.id,
      by: 'demo',
      yen: dice.one([9_999, 10_000, 250_000, 900_000, 1_500_000, 4_000_000]),
    })
}

const deposit: Act = ({ context: app, phones, dice }, member) => {
  const pending = dice.any(app.engine.read.of(deposits).by('pending', owner(dice, member)))
  if (pending !== undefined && dice.chance(0.25))
    phones.ask(app, member, 'deposit.cancel', { depositId: pending.id })
  else
    phones.ask(app, member, 'deposit.request', {
      method: 'bank',
      payerHash: `payer-${member}`,
      yen: dice.between(1, 30) * 100_000,
    })
}

const loan: Act = ({ context: app, phones, dice }, member) => {
  const row = dice.any(
    app.engine.read
      .of(loans)
      .by('member', member)
      .filter(({ state }) => state === 'pending' || state === 'open'),
  )
  if (row?.state === 'pending' && dice.chance(0.2))
    phones.ask(app, member, 'loan.cancel', { loanId: row.id, memberId: member })
  else if (row?.state === 'open' && dice.chance(0.7))
    phones.ask(app, member, 'loan.repay', {
      loanId: row.id,
      yen: dice.chance(0.3) ? null : dice.between(1, 800_000),
    })
  else
    phones.ask(app, member, 'loan.apply', {
      id: hex(dice.bytes(8)),
      yen: dice.between(5, 40) * 100_000,
      incomeYen: 20_000_000,
      detailsHash: hex(dice.bytes(32)),
    })
}

const apply: Act = ({ context: app, phones, dice }, member) => {
  const { read } = app.engine
  const own = read.of(applications).by('member', owner(dice, member))
  const won = dice.any(own.filter(({ id }) => read.of(wins).get(id)?.state === 'won'))
  if (won !== undefined && dice.chance(0.6))
    return phones.ask(app, member, dice.chance(0.7) ? 'ipo.confirm' : 'ipo.decline', {
      applicationId: won.id,
    })
  const applied = dice.any(own.filter(({ state }) => state === 'applied'))
  if (applied !== undefined && dice.chance(0.25))
    return phones.ask(app, member, 'draw.cancel', { applicationId: applied.id })
  const draw = dice.any(
    read
      .of(draws)
      .all()
      .filter(({ state }) => state === 'open'),
  )
  if (draw !== undefined)
    phones.ask(app, member, 'draw.apply', {
      drawId: draw.id,
      units: dice.chance(0.05) ? 99 : dice.between(1, 2),
      r: hex(dice.bytes(16)),
    })
}

const dayTrade: Act = (acting, member) => {
  const { context: app, phones, dice, exchange } = acting
  const { tradeDate } = app.modules.market.phase()
  const offered = app.engine.read.of(inventory).all()
  // More of what the member has some of; of another day only by those who are wrong about the date.
  const more = dice.chance(0.6)
    ? dice.any(app.engine.read.of(dayApplications).by('member', member))
    : undefined
  const row = dice.any(
    dice.chance(STRANGE_SHARE)
      ? offered
      : offered.filter(({ tradeOn, code }) => tradeOn === tradeDate && code === (more?.code ?? code)),
  )
  const quote = row && exchange.quote(row.code)
  if (!row || !quote) return
  const side = more?.side ?? dice.one(['up', 'down'] as const)
  const touch = side === 'up' ? quote.askTenths : quote.bidTenths
  if (touch !== null)
    phones.ask(app, member, 'day-trade.apply', {
      code: row.code,
      leverageTenths: 20,
      listingId: row.listingId,
      priceTenths: touch,
      side,
      units: dice.between(1, 3),
    })
}

const copy: Act = ({ context: app, phones, dice }, member) => {
  const { read } = app.engine
  const pool = dice.any(read.of(pools).all())
  const follow = dice.any(read.of(follows).by('member', owner(dice, member)))
  if (follow !== undefined && dice.chance(0.3)) phones.ask(app, member, 'copy.sell', { followId: follow.id })
  else if (pool?.state === 'announced') phones.ask(app, pool.leadMemberId, 'copy.stake', { poolId: pool.id })
  else if (pool !== undefined)
    phones.ask(app, member, 'copy.subscribe', { poolId: pool.id, yen: dice.between(1, 100) * 10_000 })
}

const freeze: Act = ({ context: app, phones, now }, member) =>
  phones.ask(app, member, isFrozen(app.engine.read, member, now) ? 'member.unfreeze' : 'member.freeze', {
    memberId: member,
  })

/** The share of each act of a member, of a hundred. */
const SHARES: readonly (readonly [number, Act])[] = [
  [30, place],
  [8, cancel],
  [6, amend],
  [15, close],
  [4, exits],
  [2, deliver],
  [2, bank],
  [6, withdraw],
  [4, deposit],
  [4, loan],
  [7, apply],
  [5, dayTrade],
  [6, copy],
  [1, freeze],
]

/** The lead of a pool trades for it. */
export const poolActs = (acting: Acting, poolId: string): void =>
  acting.dice.one([place, place, close, cancel])(acting, poolId)

/** A member looks at the phone and does something. */
export function memberActs(acting: Acting): void {
  const member = acting.dice.one(MEMBERS).id
  // Whoever has frozen the account opens it again before long.
  if (acting.dice.chance(0.3) && isFrozen(acting.context.engine.read, member, acting.now))
    return freeze(acting, member)
  let thrown = acting.dice.below(100)
  for (const [share, act] of SHARES) {
    thrown -= share
    if (thrown < 0) return act(acting, member)
  }
}
