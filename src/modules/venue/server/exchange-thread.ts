import type { Worker } from 'node:worker_threads'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { after } from '#platform/after.ts'
import { guarded } from '#platform/guarded.ts'
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
  /** Its days are committed to before they begin. */
  readonly sealsDays: boolean
  readonly log: Log
  readonly marks: LogMarks
  plan(request: PlanRequest): Promise<DayPlan>
  /** Resolves when holders have been through the ex-dates of this day, which has come. */
  ready(tradeDate: DateJst): Promise<void>
  /** A day is over; said again after a restart. */
  over?(day: DayOver): void
  /** The exchange is open since this time of the monotonic clock. */
  started?(startedAt: Ms): void
  /** Its thread has ended by a fault; another follows. */
  ended?(): void
  /** Now by the monotonic clock. */
  monotonic(): Ms
  /** null: an exchange that is never opened. Called anew after one has ended by a fault. */
  thread: ((boards: BoardMemory) => Worker) | null
}

/** Pauses before a thread that has ended is started again; the last one from then on. */
const PAUSES: readonly Ms[] = [0, SECOND / 2, SECOND, 2 * SECOND, 10 * SECOND]
/** A thread that has been open for this long has not failed at its start. */
const LASTED: Ms = 60 * SECOND

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
  const onReturn = listeners<null>()
  let started = () => {}
  let stopped = () => {}
  let isStopped = false
  let isAway = false
  let isLogDamaged = false
  let failures = 0
  let openedAt: Ms = -Infinity
  /** The last of what a new thread must be told before its start. */
  let stops: readonly string[] | null = null
  let days: ToWorker | null = null
  let thread: Worker | null = null

  /** It gets ready while the rest of the server does; until it is started it keeps no process alive. */
  function raise(): void {
    const made = settings.thread?.(memory) ?? null
    thread = made
    made?.on('message', (what: FromWorker) => made === thread && handle(what))
    made?.on('error', (error) => fail(error, made))
    made?.on(
      'exit',
      guarded(settings.log, 'the end of the exchange', () => fail(new Error('its thread has ended'), made)),
    )
    made?.unref()
  }
  raise()

  const tell = (what: ToWorker) => thread?.postMessage(what, [])
  const send = inOneGo((texts) => tell({ kind: 'messages', texts }))

  function handle(what: FromWorker): void {
    const asking = thread
    // An answer that comes after its thread has ended is nobody's.
    const answer = (to: ToWorker) => asking === thread && tell(to)
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
          (plan) => answer({ kind: 'plan', number: what.number, plan }),
          (error: unknown) => fail(error, asking),
        )
        return
      case 'ready-wanted':
        settings.ready(what.tradeDate).then(
          () => answer({ kind: 'ready', tradeDate: what.tradeDate }),
          (error: unknown) => fail(error, asking),
        )
        return
      case 'over':
        return settings.over?.(what.day)
      case 'started':
        settings.started?.(what.startedAt)
        isAway = false
        openedAt = settings.monotonic()
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
   * An exchange that broke cannot be left half alive: its thread is ended, and another takes up from its
   * files. Until it is open, it is away, and the server goes on.
   */
  function fail(fault: unknown, broken: Worker | null): void {
    if (broken === null || broken !== thread) return
    thread = null
    if (isStopped) return stopped()
    isAway = true
    failures = settings.monotonic() - openedAt > LASTED ? 0 : failures + 1
    const pauseMs = PAUSES[Math.min(failures, PAUSES.length - 1)]!
    settings.log.error({ err: fault, pauseMs }, 'the exchange stopped: it is started again from its files')
    settings.ended?.()
    started()
    // Not before the broken one has let go of the files.
    void broken.terminate().finally(later(pauseMs))
  }
  const later = (pauseMs: Ms) => () => after(pauseMs, settings.log, 'the exchange again', again)
  function again(): void {
    if (isStopped) return
    raise()
    if (days !== null) tell(days)
    onReturn.tell(null)
  }

  const venue: Venue = {
    name: 'simulated',
    has: { simulated: true, receipts: true, sealedDays: settings.sealsDays, auctions: true, priority: true },
    inOrder: true,
    submit: (order) => send(['submit', order]),
    cancel: (orderId) => send(['cancel', orderId]),
    amend: (orderId, amendment) => send(['amend', orderId, amendment]),
    stops(codes) {
      stops = codes
      send(['stops', codes])
    },
    isAway: () => isAway,
    onReturn: (listener) => onReturn.add(listener),
    onReport: onReport.add,
    async start(workingOrders, heard) {
      if (isAway && thread === null) return
      thread?.ref()
      const isUp = new Promise<void>((resolve) => (started = resolve))
      if (isAway && stops !== null) send(['stops', stops])
      tell({ kind: 'start', working: workingOrders, heard })
      await isUp
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      if (thread === null) return settings.marks.settled()
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
    changeDays(changed, hours) {
      days = { kind: 'days', days: changed, hours }
      tell(days)
    },
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
