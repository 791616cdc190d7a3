import { performance } from 'node:perf_hooks'
import { OrderBook, type Side } from 'nodejs-order-book'
import { seeded } from '#kernel/random.ts'
import { Book, BUY, NONE, type BookSide, type Slot } from '#modules/venue/model/book.ts'
import { median } from './median.ts'
import type { Row } from './run.ts'

/** One message of the stream as numbers, so that reading it costs both machines the same. */
const NEW = 0
const CANCEL = 1
const AMEND = 2
type Stream = {
  kind: Uint8Array
  id: Int32Array
  side: Uint8Array
  price: Int32Array
  quantity: Int32Array
  setup: number
  length: number
}

const MID = 20_000
const HALF_WIDTH = 1_500
const ANCHOR = 'nodejs-order-book'
const RUNS = 5
const OUR_MESSAGES = 1_000_000
const THEIR_MESSAGES = 20_000

/**
 * New orders around the touch (one in eight trades), cancels of any resting order, some amendments of the
 * price; about `resting` orders stand in the book all the time. The first `setup` messages fill it.
 */
function streamOf(resting: number, messages: number): Stream {
  const random = seeded('bench-book', resting)
  const setup = resting
  const length = setup + messages
  const stream: Stream = {
    kind: new Uint8Array(length),
    id: new Int32Array(length),
    side: new Uint8Array(length),
    price: new Int32Array(length),
    quantity: new Int32Array(length),
    setup,
    length,
  }
  const book = new Book(MID - HALF_WIDTH, MID + HALF_WIDTH, 1)
  const slots = new Int32Array(length).fill(NONE)
  const alive: number[] = []
  const placeOf = new Int32Array(length)
  /** Ids of orders that are gone are used again, as an exchange's own order numbers are. */
  const free: number[] = []
  let ids = 0
  const remove = (id: number) => {
    const last = alive.pop()!
    if (last !== id) {
      alive[placeOf[id]!] = last
      placeOf[last] = placeOf[id]!
    }
    slots[id] = NONE
    free.push(id)
  }
  const enter = (id: number, slot: Slot) => {
    for (let fill = 0; fill < book.fillCount; fill++)
      if (book.fillLeft[fill] === 0) remove(book.fillTag[fill]!)
    if (slot === NONE) return
    slots[id] = slot
    placeOf[id] = alive.length
    alive.push(id)
  }
  const write = (at: number, kind: number, id: number, side: BookSide, price: number, quantity: number) => {
    stream.kind[at] = kind
    stream.id[at] = id
    stream.side[at] = side
    stream.price[at] = price
    stream.quantity[at] = quantity
  }
  for (let at = 0; at < length; at++) {
    const dice = random.next()
    const side = random.below(2) as BookSide
    const away = Math.min(HALF_WIDTH, 1 + Math.floor(-Math.log(1 - random.next()) * 200))
    const passive = side === BUY ? MID - away : MID + away
    const quantity = 100 * (1 + random.below(10))
    const wantsNew = at < setup || alive.length < resting
    if (wantsNew || dice < 0.1) {
      const trades = at >= setup && random.next() < 0.22
      const price = trades ? (side === BUY ? MID + 300 : MID - 300) : passive
      const id = free.pop() ?? ids++
      write(at, NEW, id, side, price, quantity)
      const slot = book.limit(side, price, quantity, id)
      if (slot === NONE) free.push(id)
      enter(id, slot)
      continue
    }
    const id = alive[random.below(alive.length)]!
    const held = book.sideOf(slots[id]!)
    const price = held === BUY ? MID - away : MID + away
    if (dice < 0.2) {
      write(at, AMEND, id, held, price, quantity)
      const slot = slots[id]!
      remove(id)
      free.pop()
      const left = book.amend(slot, price, quantity)
      if (left === NONE) free.push(id)
      enter(id, left)
    } else {
      write(at, CANCEL, id, held, price, quantity)
      book.cancel(slots[id]!)
      remove(id)
    }
  }
  return stream
}

/** Milliseconds that this thread has computed: what others do on a shared machine does not count. */
const cpuNow = () => process.threadCpuUsage().user / 1_000 + process.threadCpuUsage().system / 1_000

type Run = { perSecond: number; traded: number; p99Ns: number }

function runOurs(stream: Stream, to: number, timed: boolean): Run {
  const book = new Book(MID - HALF_WIDTH, MID + HALF_WIDTH, 1, stream.setup * 2)
  const slots = new Int32Array(stream.length).fill(NONE)
  const times = timed ? new Float64Array(to - stream.setup) : null
  let traded = 0
  const apply = (from: number, until: number) => {
    const { kind, id, side, price, quantity } = stream
    for (let at = from; at < until; at++) {
      const before = times ? performance.now() : 0
      const order = id[at]!
      const what = kind[at]
      if (what === CANCEL) book.cancel(slots[order]!)
      else {
        slots[order] =
          what === NEW
            ? book.limit(side[at] as BookSide, price[at]!, quantity[at]!, order)
            : book.amend(slots[order]!, price[at]!, quantity[at]!)
        for (let fill = 0; fill < book.fillCount; fill++) traded += book.fillQty[fill]!
      }
      if (times && at >= stream.setup) times[at - stream.setup] = performance.now() - before
    }
  }
  apply(0, stream.setup)
  traded = 0
  const begun = cpuNow()
  apply(stream.setup, to)
  return { perSecond: ((to - stream.setup) / (cpuNow() - begun)) * 1_000, traded, p99Ns: p99(times) }
}

function runTheirs(stream: Stream, to: number, timed: boolean): Run {
  const book = new OrderBook()
  const times = timed ? new Float64Array(to - stream.setup) : null
  const sides = ['buy', 'sell'] as Side[]
  const orders = Array.from({ length: to }, (_, at) => ({
    id: String(stream.id[at]),
    side: sides[stream.side[at]!]!,
    price: stream.price[at]!,
    size: stream.quantity[at]!,
  }))
  let traded = 0
  const count = (answer: ReturnType<OrderBook['limit']>, wanted: number, id: string) => {
    const rests = book.order(id)
    traded += wanted - (rests ? rests.size : answer.quantityLeft)
  }
  const apply = (from: number, until: number, counted: boolean) => {
    for (let at = from; at < until; at++) {
      const order = orders[at]!
      const before = times ? performance.now() : 0
      const what = stream.kind[at]
      if (what === CANCEL) book.cancel(order.id)
      else {
        const answer =
          what === NEW ? book.limit(order) : book.modify(order.id, { price: order.price, size: order.size })
        if (counted) count(answer, order.size, order.id)
      }
      if (times && at >= stream.setup) times[at - stream.setup] = performance.now() - before
    }
  }
  apply(0, stream.setup, false)
  const begun = cpuNow()
  apply(stream.setup, to, timed)
  return { perSecond: ((to - stream.setup) / (cpuNow() - begun)) * 1_000, traded, p99Ns: p99(times) }
}

function p99(times: Float64Array | null): number {
  if (times === null || times.length === 0) return 0
  times.sort()
  return Math.round(times[Math.floor(times.length * 0.99)]! * 1_000_000)
}

/** Messages per second of the matching core against the anchor, with few and with many orders resting. */
export default async function bench(): Promise<Row[]> {
  const rows: Row[] = []
  const speeds: number[] = []
  for (const resting of [2_000, 200_000]) {
    const stream = streamOf(resting, OUR_MESSAGES)
    const shared = stream.setup + THEIR_MESSAGES
    const timedOurs = runOurs(stream, shared, true)
    const timedTheirs = runTheirs(stream, shared, true)
    if (timedOurs.traded !== timedTheirs.traded)
      throw new Error(`the two books traded ${timedOurs.traded} and ${timedTheirs.traded} shares`)
    const rounds = Array.from({ length: RUNS }, () => ({
      ours: runOurs(stream, stream.length, false).perSecond,
      theirs: runTheirs(stream, shared, false).perSecond,
    }))
    const value = median(rounds.map((round) => round.ours))
    const ratio = median(rounds.map((round) => round.ours / round.theirs))
    speeds.push(value)
    rows.push({
      bench: 'book',
      metric: `messages, ${resting / 1_000} k resting`,
      value: Math.round(value),
      unit: '1/s of CPU',
      anchor: ANCHOR,
      anchorValue: Math.round(median(rounds.map((round) => round.theirs))),
      ratio,
      goal: '≥ 20×, ≥ 5 M/s',
      ok: ratio >= 20 && value >= 5e6,
    })
    rows.push({
      bench: 'book',
      metric: `p99 of a message, ${resting / 1_000} k resting`,
      value: timedOurs.p99Ns,
      unit: 'ns',
      anchor: ANCHOR,
      anchorValue: timedTheirs.p99Ns,
      ratio: timedTheirs.p99Ns / Math.max(timedOurs.p99Ns, 1),
      goal: 'below the anchor',
      ok: timedOurs.p99Ns <= timedTheirs.p99Ns,
    })
  }
  const [few, many] = speeds as [number, number]
  rows.push({
    bench: 'book',
    metric: 'speed with 200 k against 2 k resting',
    value: Math.round((many / few) * 100) / 100,
    unit: '×',
    anchor: 'itself',
    anchorValue: Math.round(few),
    ratio: many / few,
    goal: '≥ 0.4 (100 × the memory: cache misses)',
    ok: many / few >= 0.4,
  })
  return rows
}
