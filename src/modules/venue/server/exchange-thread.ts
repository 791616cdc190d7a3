import type { Worker } from 'node:worker_threads'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Log } from '#platform/log.ts'
import type { ChangedDays } from '#modules/instruments/model/calendar.ts'
import type { HoursTable } from '#modules/instruments/model/schedule.ts'
import type { Message } from '../model/day-log.ts'
import type { DayPlan } from '../model/day-plan.ts'
import { boardMemory, boardReader, type BoardMemory } from './board-memory.ts'
import type { DayOver, PlanRequest } from './exchange-host.ts'
import type { LogMarks } from './log-marks.ts'
import type { FromWorker, ToWorker } from './exchange-worker.ts'
import type { Depth, ExecutionReport, MarketFeed, Quote, Trade, Venue } from './ports.ts'

/** A venue and its feed, and the demo clock's handle on them. */
export type Exchange = {
  readonly venue: Venue
  readonly feed: MarketFeed
  /** Market time is `to` from now on: what lies between was spent switched off. */
  jumpTo(to: Ms): void
  /** An issue may have joined: what trades today and is not on the exchange yet is taken in. */
  look(): void
  /**
   * Days to come are closed or open against the exchange's calendar, or have hours of their own: all that
   * stand, each time.
   */
  changeDays(days: ChangedDays, hours: readonly HoursTable[]): void
  /** True if what it had written was not whole at the start, so that it went on without. */
  isLogDamaged(): boolean
}

type Settings = {
  /** Most issues that there may ever be. */
  readonly most: number
  readonly log: Log
  readonly marks: LogMarks
  plan(request: PlanRequest): Promise<DayPlan>
  /** Resolves when holders have been through the ex-dates of this day, which has come. */
  ready(tradeDate: DateJst): Promise<void>
  /** A day is over; said again after a restart. */
  over?(day: DayOver): void
  /** The exchange is open since this time of the monotonic clock. */
  started?(startedAt: Ms): void
  /** null: an exchange that is never opened. */
  thread: ((boards: BoardMemory) => Worker) | null
}

function listeners<T>() {
  const all: ((value: T) => void)[] = []
  return {
    add: (listener: (value: T) => void) => void all.push(listener),
    tell: (value: T) => all.forEach((listener) => listener(value)),
  }
}

/**
 * The main thread's side of the exchange thread: messages go out once per turn of the event loop, reports and
 * prices come in.
 */
export function openExchange(settings: Settings): Exchange {
  const memory = boardMemory(settings.most)
  const prices = keepPrices(boardReader(memory))
  const onReport = listeners<ExecutionReport>()
  // It gets ready while the rest of the server does; until it is started it keeps no process alive.
  const thread = settings.thread?.(memory)
  thread?.on('message', handle)
  thread?.on('error', fail)
  thread?.unref()
  let started = () => {}
  let stopped = () => {}
  let isStopped = false
  let isLogDamaged = false

  const tell = (what: ToWorker) => thread?.postMessage(what, [])
  const send = inOneGo((texts) => tell({ kind: 'messages', texts }))

  function handle(what: FromWorker): void {
    switch (what.kind) {
      case 'reports':
        if (what.reports)
          for (const report of JSON.parse(what.reports) as ExecutionReport[]) onReport.tell(report)
        return prices.hearTrades(JSON.parse(what.trades) as Trade[])
      case 'step':
        return prices.hearStep(what.quotes, what.changed)
      case 'heartbeat':
        return prices.hearHeartbeat(what.at, what.workedTo)
      case 'plan-wanted':
        // A plan that fails after the stop is no fault: its day never opens, and the engine takes no more.
        settings.plan(what.request).then(
          (plan) => tell({ kind: 'plan', number: what.number, plan }),
          (error: unknown) => isStopped || fail(error),
        )
        return
      case 'ready-wanted':
        settings.ready(what.tradeDate).then(
          () => tell({ kind: 'ready', tradeDate: what.tradeDate }),
          (error: unknown) => isStopped || fail(error),
        )
        return
      case 'over':
        return settings.over?.(what.day)
      case 'started':
        settings.started?.(what.startedAt)
        return started()
      case 'stopped':
        return stopped()
      case 'marked':
        return settings.marks.keep(what.mark)
      case 'damaged':
        isLogDamaged = true
        return settings.log.error(
          { why: what.why, movedTo: what.movedTo },
          'the files of the exchange are damaged: the market reopens by an auction',
        )
      case 'ahead':
        return settings.log.warn(
          { byMs: what.byMs, movedTo: what.movedTo },
          'the files of the exchange are ahead of the clock: the market reopens by an auction',
        )
      case 'older':
        return settings.log.info(
          { file: what.log },
          'this log of the exchange has no checksums: it was read as it stands',
        )
    }
  }

  /**
   * An exchange that broke cannot be left half alive: the process ends, and the next start takes up where it
   * was.
   */
  function fail(error: unknown): void {
    settings.log.fatal({ err: error }, 'the exchange stopped')
    process.exit(1)
  }

  const venue: Venue = {
    name: 'simulated',
    inOrder: true,
    submit: (order) => send(['submit', order]),
    cancel: (orderId) => send(['cancel', orderId]),
    amend: (orderId, amendment) => send(['amend', orderId, amendment]),
    stops: (codes) => send(['stops', codes]),
    onReport: onReport.add,
    async start(workingOrders, heard) {
      thread?.ref()
      const isUp = new Promise<void>((resolve) => (started = resolve))
      tell({ kind: 'start', working: workingOrders, heard })
      await isUp
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      const isDown = new Promise<void>((resolve) => (stopped = resolve))
      tell({ kind: 'stop' })
      await isDown
      await settings.marks.settled()
    },
  }
  return {
    venue,
    feed: prices.feed,
    jumpTo: (to) => tell({ kind: 'jump', to }),
    look: () => tell({ kind: 'look' }),
    changeDays: (days, hours) => tell({ kind: 'days', days, hours }),
    isLogDamaged: () => isLogDamaged,
  }
}

/** Collects what is sent in one turn of the event loop. */
function inOneGo(post: (texts: readonly string[]) => void): (message: Message) => void {
  let outbox: string[] = []
  return (message) => {
    outbox.push(JSON.stringify(message))
    if (outbox.length > 1) return
    queueMicrotask(() => {
      post(outbox)
      outbox = []
    })
  }
}

/** The feed: the newest quote of each issue, boards read from shared memory, listeners. */
function keepPrices(readBoard: (index: number, code: string) => Depth | null) {
  /** Places of the boards in shared memory, as the exchange has said with the issues' quotes. */
  const places = new Map<string, number>()
  const quotes = new Map<string, Quote>()
  const watched = new Map<string, number>()
  const onQuote = listeners<Quote>()
  const onDepth = listeners<Depth>()
  const onTrades = listeners<readonly Trade[]>()
  const onHeartbeat = listeners<Ms>()
  let workedTo: Ms = 0
  const feed: MarketFeed = {
    workedTo: () => workedTo,
    onQuote: onQuote.add,
    onDepth: onDepth.add,
    onTrades: onTrades.add,
    onHeartbeat: onHeartbeat.add,
    quote: (code) => quotes.get(code) ?? null,
    depth(code) {
      const place = places.get(code)
      return place === undefined ? null : readBoard(place, code)
    },
    watchDepth: (code) => void watched.set(code, (watched.get(code) ?? 0) + 1),
    unwatchDepth(code) {
      const left = (watched.get(code) ?? 0) - 1
      if (left > 0) watched.set(code, left)
      else watched.delete(code)
    },
  }
  return {
    feed,
    hearHeartbeat(at: Ms, until: Ms): void {
      workedTo = until
      onHeartbeat.tell(at)
    },
    hearTrades(trades: readonly Trade[]): void {
      if (trades.length > 0) onTrades.tell(trades)
    },
    /** Quotes of the issues that changed, and at which places of the boards' memory each stands. */
    hearStep(changed: readonly Quote[], at: readonly Ms[]): void {
      for (const [index, quote] of changed.entries()) {
        places.set(quote.code, at[index]!)
        quotes.set(quote.code, quote)
        onQuote.tell(quote)
      }
      for (const [index, { code }] of changed.entries())
        if (watched.has(code)) onDepth.tell(readBoard(at[index]!, code)!)
    },
  }
}
