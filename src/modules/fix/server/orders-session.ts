import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Refusal } from '#kernel/result.ts'
import { callerFor, type Command } from '#platform/engine/command.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import type { SessionOwner, SessionStore } from '#platform/fix/connection.ts'
import { fixTime } from '#wire/fix/time.ts'
import type { AppContext } from '#modules/module.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { cancelReject, isOver, report, type FixOrder } from '../model/report.ts'
import {
  isClOrdId,
  isProblem,
  readOrder,
  sharesOf,
  symbolOf,
  tenthsFrom,
  type Asked,
} from '../model/terms.ts'
import type { fixCommands } from './commands.ts'
import { stepSession } from './commands.ts'
import { messagesFrom, orderNamed } from './queries.ts'
import { fixNames, fixOrders, fixSessions, keyOf } from './tables.ts'

/** The key that logged on, and its member. */
export type Holder = { keyId: string; memberId: MemberId }

/** Rates that a member's sessions share: seconds to wait, 0: now. */
export type Rate = (lane: 'orders' | 'cancels' | 'reads') => number

/** Messages of an order session. */
export const ORDER_MESSAGES: ReadonlySet<string> = new Set(['D', 'F', 'G', 'H', 'q', 'AF'])

const LANES: Readonly<Record<string, Parameters<Rate>[0]>> = {
  D: 'orders',
  G: 'orders',
  F: 'cancels',
  q: 'cancels',
  H: 'reads',
  AF: 'reads',
}

/** A message that came too fast (BusinessMessageReject, j): nothing of it was done, nor looked up. */
const tooMany = (seq: number, type: string, wait: number): FixMessage => ({
  type: 'j',
  fields: [
    [45, String(seq)],
    [58, `too many messages: again in ${wait} s`],
    [372, type],
    [380, '4'],
  ],
})

type Said = { isTaken: boolean; send: readonly FixMessage[] }
const TAKEN: Said = { isTaken: true, send: [] }
const say = (...send: readonly FixMessage[]): Said => ({ isTaken: false, send })

/** A session reject (3) of a field whose text is not repeated: it may be anything. */
const rejectField = (seq: number, type: string, tag: number): FixMessage => ({
  type: '3',
  fields: [
    [45, String(seq)],
    [58, 'Value is incorrect (out of range) for this tag'],
    [371, String(tag)],
    [372, type],
    [373, '5'],
  ],
})

/** Numbers and messages of a session, in the engine's tables. */
export function engineStore(
  { engine, db }: Pick<AppContext, 'engine' | 'db'>,
  { keyId, memberId }: Holder,
): SessionStore {
  const row = () => engine.read.of(fixSessions).get(keyId)
  return {
    numbers: () => ({ nextIn: row()?.nextIn ?? 1, nextOut: row()?.nextOut ?? 1 }),
    async step(step) {
      const caller = callerFor(memberId, `s:${keyOf(keyId)}`)
      const { result } = await engine.submit(stepSession, { keyId, ...step }, caller)
      if (!result.ok) throw new Error(`the session's step was refused: ${result.rejection}`)
    },
    sentFrom: (from, to) => messagesFrom(db, { keyId, epoch: row()?.epoch ?? 1 }, from, to),
  }
}

/** Orders of one member by one key, message for message. */
export class OrdersSession {
  readonly #context: Pick<AppContext, 'engine' | 'db' | 'text'>
  readonly #holder: Holder
  readonly #commands: ReturnType<typeof fixCommands>
  readonly #orders: Pick<OrdersPublic, 'cancel'>
  readonly #rate: Rate
  readonly #now: () => number

  constructor(
    context: Pick<AppContext, 'engine' | 'db' | 'text'>,
    holder: Holder,
    parts: {
      commands: ReturnType<typeof fixCommands>
      orders: Pick<OrdersPublic, 'cancel'>
      rate: Rate
      now: () => number
    },
  ) {
    this.#context = context
    this.#holder = holder
    this.#commands = parts.commands
    this.#orders = parts.orders
    this.#rate = parts.rate
    this.#now = parts.now
  }

  readonly take: SessionOwner['take'] = async (seq, message, isRepeat) => {
    const wait = this.#rate(LANES[message.type]!)
    if (wait > 0) return say(tooMany(seq, message.type, wait))
    switch (message.type) {
      case 'D':
        return this.#place(seq, message, isRepeat)
      case 'F':
        return this.#cancel(seq, message)
      case 'G':
        return this.#replace(seq, message)
      case 'H':
        return say(await this.#status(message))
      case 'q':
        return say(await this.#cancelAll(seq, message))
      default:
        return say(...this.#statusOfAll(seq, message))
    }
  }

  /** The order of this session under a name; undefined: the name is free. */
  async #named(clOrdId: string): Promise<FixOrder | undefined> {
    const { keyId } = this.#holder
    const hot = this.#context.engine.read.of(fixNames).get(keyId, clOrdId)
    const order = hot && this.#context.engine.read.of(fixOrders).get(hot.fixOrderId)
    return order ?? orderNamed(this.#context.db, { keyId, clOrdId })
  }

  async #submit(
    command: Command,
    input: object,
    lane: 'normal' | 'reserved' = 'normal',
  ): Promise<Refusal | null> {
    const { memberId, keyId } = this.#holder
    const caller = callerFor(memberId, `s:${keyId}`)
    const { result } = await this.#context.engine.submit(command, { keyId, ...input }, caller, { lane })
    // Another connection has taken this number: the order is its to answer.
    if (!result.ok && result.rejection === 'FIX_SESSION')
      throw new Error('the session has moved on elsewhere')
    return result.ok ? null : result
  }

  /** A refusal in its English sentence, with its name. */
  #words({ rejection, detail, module = 'orders' }: Refusal): string {
    return `${rejection}: ${this.#context.text('en', `${module}.rejection.${rejection}`, detail)}`
  }

  #refused(seq: number, message: FixMessage, reason: string, text: string): FixMessage {
    const clOrdId = valueOf(message, 11)
    const echo: Field[] = [
      ...(isClOrdId(clOrdId) ? [[11, clOrdId] as const] : []),
      [55, symbolOf(valueOf(message, 55))],
      ...[54, 40].flatMap((tag): Field[] => {
        const value = valueOf(message, tag)
        return value === undefined ? [] : [[tag, value]]
      }),
    ]
    const fields: Field[] = [
      [37, 'NONE'],
      [17, `R-${seq}-${this.#now()}`],
      [150, '8'],
      [39, '8'],
      ...echo,
      [151, '0'],
      [14, '0'],
      [6, '0'],
      [103, reason],
      [58, text],
      [60, fixTime(this.#now())],
    ]
    return { type: '8', fields }
  }

  /** An order as it stands now, on request; its ExecID is of no change. */
  #asItStands(order: FixOrder, more: readonly Field[] = []): FixMessage {
    const now = this.#now()
    return report(order, 'I', { seq: 0, at: now, next: () => now }, more)
  }

  async #place(seq: number, message: FixMessage, isRepeat: boolean): Promise<Said> {
    const clOrdId = valueOf(message, 11)
    if (!isClOrdId(clOrdId)) return say(rejectField(seq, 'D', 11))
    const known = await this.#named(clOrdId)
    if (known !== undefined)
      return isRepeat
        ? say(this.#asItStands(known))
        : say(this.#refused(seq, message, '6', 'ClOrdID (11) has been used'))
    const read = readOrder(message)
    if (isProblem(read)) return say(this.#refused(seq, message, read.reason, read.text))
    const { terms, asked } = read
    const refusal =
      asked.does === 'open'
        ? await this.#submit(this.#commands.place, { seq, order: asked.order, clOrdId, terms })
        : await this.#submit(this.#commands.close, { seq, order: this.#closing(asked), clOrdId, terms })
    return refusal === null ? TAKEN : say(this.#refused(seq, message, '99', this.#words(refusal)))
  }

  /** Shares that are held in this way, the oldest first. */
  #closing({ held, order }: Extract<Asked, { does: 'close' }>): object {
    const lots = openLots(this.#context.engine.read, this.#holder.memberId)
      .filter(
        (lot) => lot.code === order.code && lot.side === held.side && isLeveraged(lot) === held.isLeveraged,
      )
      .toSorted((a, b) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
    return { ...order, side: held.side, lots }
  }

  /** The order that a cancel or replacement is about, and its new name; or why not. */
  async #change(
    seq: number,
    message: FixMessage,
    does: 'cancel' | 'replace',
  ): Promise<FixMessage | { order: FixOrder; clOrdId: string }> {
    const [clOrdId, origClOrdId] = [valueOf(message, 11), valueOf(message, 41)]
    if (!isClOrdId(clOrdId)) return rejectField(seq, message.type, 11)
    if (!isClOrdId(origClOrdId)) return rejectField(seq, message.type, 41)
    const order = await this.#named(origClOrdId)
    const names = { clOrdId, origClOrdId, ...(order === undefined ? {} : { orderId: order.id }) }
    if (order === undefined) return cancelReject(names, '8', does, '1', 'no order has this OrigClOrdID (41)')
    if ((await this.#named(clOrdId)) !== undefined)
      return cancelReject(names, order.status, does, '6', 'ClOrdID (11) has been used')
    if (isOver(order)) return cancelReject(names, order.status, does, '0', 'the order is over')
    if (order.asked !== null) return cancelReject(names, order.status, does, '3', 'a change is under way')
    return { order, clOrdId }
  }

  async #cancel(seq: number, message: FixMessage): Promise<Said> {
    const found = await this.#change(seq, message, 'cancel')
    if ('type' in found) return say(found)
    const { order, clOrdId } = found
    const [last, ...others] = openParts(order).toReversed()
    for (const orderId of others) await this.#orders.cancel(this.#holder.memberId, orderId, this.#sender())
    const input = { seq, order: { orderId: last }, clOrdId, fixOrderId: order.id }
    const refusal = await this.#submit(this.#commands.cancel, input, 'reserved')
    if (refusal === null) return TAKEN
    const names = { clOrdId, origClOrdId: order.clOrdId, orderId: order.id }
    return say(cancelReject(names, order.status, 'cancel', '99', this.#words(refusal)))
  }

  async #replace(seq: number, message: FixMessage): Promise<Said> {
    const found = await this.#change(seq, message, 'replace')
    if ('type' in found) return say(found)
    const { order, clOrdId } = found
    const names = { clOrdId, origClOrdId: order.clOrdId, orderId: order.id }
    const no = (text: string) => say(cancelReject(names, order.status, 'replace', '99', text))
    const [only, ...others] = Object.keys(order.parts)
    if (others.length > 0) return no('it closes several lots: cancel it and send another')
    const quantity = sharesOf(valueOf(message, 38))
    if (quantity === null) return no('OrderQty (38) is whole shares')
    const { terms } = order
    if (
      valueOf(message, 54) !== terms.side ||
      valueOf(message, 55) !== terms.code ||
      valueOf(message, 40) !== terms.ordType
    )
      return no('Symbol, Side and OrdType stay as they are')
    const [price, trigger] = [valueOf(message, 44), valueOf(message, 99)]
    const priceTenths = price === undefined ? terms.priceTenths : tenthsFrom(price)
    const triggerTenths = trigger === undefined ? terms.triggerTenths : tenthsFrom(trigger)
    if ((price !== undefined && priceTenths === null) || (trigger !== undefined && triggerTenths === null))
      return no('a price is whole tenths of a yen above nothing')
    const amendment = {
      orderId: only,
      priceTenths: priceTenths === terms.priceTenths ? null : priceTenths,
      quantity: quantity === order.quantity ? null : quantity,
      triggerTenths: triggerTenths === terms.triggerTenths ? null : triggerTenths,
      mayBegin: true,
      exits: null,
    }
    const input = { seq, order: amendment, clOrdId, fixOrderId: order.id }
    const refusal = await this.#submit(this.#commands.amend, input)
    return refusal === null ? TAKEN : no(this.#words(refusal))
  }

  #sender() {
    const { memberId, keyId } = this.#holder
    return { actor: `m:${memberId}`, device: `s:${keyId}`, key: '' }
  }

  async #status(message: FixMessage): Promise<FixMessage> {
    const clOrdId = valueOf(message, 11) ?? ''
    const order = isClOrdId(clOrdId) ? await this.#named(clOrdId) : undefined
    return order === undefined ? this.#unknown(message) : this.#asItStands(order)
  }

  #unknown(message: FixMessage): FixMessage {
    const refused = this.#refused(0, message, '5', 'no order has this ClOrdID (11)')
    return {
      ...refused,
      fields: refused.fields.map(([tag, value]) => (tag === 150 ? [150, 'I'] : [tag, value])),
    }
  }

  #working(): FixOrder[] {
    return this.#context.engine.read.of(fixOrders).by('key', this.#holder.keyId)
  }

  #statusOfAll(seq: number, message: FixMessage): FixMessage[] {
    const id = valueOf(message, 584)
    if (!isClOrdId(id)) return [rejectField(seq, 'AF', 584)]
    const working = this.#working()
    const of = (n: number): Field[] => [
      [584, id],
      [911, String(working.length)],
      [912, n === working.length - 1 ? 'Y' : 'N'],
    ]
    if (working.length > 0) return working.map((order, n) => this.#asItStands(order, of(n)))
    const none = this.#refused(0, { type: 'AF', fields: [] }, '5', 'no order is working')
    return [
      {
        ...none,
        fields: [
          ...none.fields.map(([tag, value]): Field => (tag === 150 ? [150, 'I'] : [tag, value])),
          ...of(-1),
        ],
      },
    ]
  }

  /** Cancels all working orders of the session, or those of an issue, and says how many. */
  async #cancelAll(seq: number, message: FixMessage): Promise<FixMessage> {
    const type = valueOf(message, 530)
    const code = valueOf(message, 55)
    const clOrdId = valueOf(message, 11)
    if (!isClOrdId(clOrdId)) return rejectField(seq, 'q', 11)
    const fields: Field[] = [
      [11, clOrdId],
      [37, `MC-${seq}`],
      [530, type ?? '7'],
    ]
    if (!(type === '7' || (type === '1' && code !== undefined)))
      return {
        type: 'r',
        fields: [...fields, [531, '0'], [532, '99'], [58, 'all (7), or an issue (1) with Symbol (55)']],
      }
    const count = await this.cancelWorking(type === '1' ? code! : null)
    return { type: 'r', fields: [...fields, [531, type], [533, String(count)]] }
  }

  /** Cancels the working orders of the session; answers of how many that was asked. */
  async cancelWorking(code: string | null): Promise<number> {
    const { memberId } = this.#holder
    let count = 0
    for (const order of this.#working()) {
      if (code !== null && order.terms.code !== code) continue
      const asked = await Promise.all(
        openParts(order).map((orderId) => this.#orders.cancel(memberId, orderId, this.#sender())),
      )
      if (asked.some(({ ok }) => ok)) count++
    }
    return count
  }
}

/** Our orders behind one of a session that are not over. */
const openParts = ({ parts }: FixOrder): OrderId[] =>
  Object.entries(parts)
    .filter(([, { end, filled, quantity }]) => end === null && filled < quantity)
    .map(([orderId]) => orderId)
