import type { DateJst, Ms } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import {
  closingAt,
  openingAt,
  phaseAt,
  preOpenAt,
  type Schedule,
} from '#modules/instruments/model/schedule.ts'
import {
  apply,
  closesOf,
  openedDay,
  reopenedDay,
  standing,
  type Closes,
  type MakeBackground,
  type Message,
  type Standing,
} from '../model/day-log.ts'
import { NOTHING_CARRIED, withIssues, type DayPlan } from '../model/day-plan.ts'
import { STEP_MS } from '../model/entry-tag.ts'
import { execNo } from '../model/exec-no.ts'
import { ExchangeDay, type Reported } from '../model/exchange.ts'
import type { IssueMarket } from '../model/issue-market.ts'
import { playable } from '../model/replay-plan.ts'
import type { Trade, VenueOrder } from '../model/terms.ts'
import { ABANDONED, PASSED, REOPENED, type VenueFiles } from './venue-files.ts'

/**
 * The facts from the exchange that the plan of a new day needs: how each issue stood last. Empty before the
 * first day.
 */
export type PlanRequest = {
  readonly tradeDate: DateJst
  /** The start of the plan: before the opening auction, or in the middle of the day. */
  readonly at: Ms
  /** The time from which the exchange was off until `at`; null at the first start. */
  readonly offSince: Ms | null
  /** The trade date that `issues` stood on; null at the first start. */
  readonly lastDate: DateJst | null
  readonly issues: readonly PlanIssue[]
  /** The day is planned, with these codes: only who joins is asked for. */
  readonly besides?: readonly string[]
}
/**
 * `lastTenths`: the last price, or the special quote with which the day ended (market rules 7, base price).
 * `carried`: of the trading day before; nothing where another one lies between. `fairTenths`: what the time
 * that was spent off did to the price, with what was disclosed on that day meanwhile; null when the opening
 * gap of the new day says it. `unpricedTenths`: of a new listing that has no first price yet: what it is
 * worth, where its quote has not come yet. It goes on looking (market rules 10).
 */
export type PlanIssue = Standing & { readonly code: string }

/** A day is over: its closing prices stand. */
export type DayOver = { readonly tradeDate: DateJst; readonly closes: Closes }

export type HostOptions = {
  readonly schedule: Schedule
  readonly calendar: Calendar
  readonly files: VenueFiles
  readonly background: MakeBackground
  readonly ask: (request: PlanRequest) => Promise<DayPlan>
  /**
   * Resolves when holders have been through the ex-dates of a planned day that has come: it opens no sooner.
   */
  readonly ready: (tradeDate: DateJst) => Promise<void>
  /**
   * Off for longer than this much market time, the time is not lived through but filled by the history model
   * (product decision 6).
   */
  readonly longestCatchUpMs: Ms
  /** Market time between snapshots. */
  readonly snapshotEveryMs: Ms
}

/**
 * Keeps the exchange going from day to day: opens days, takes members' messages in the sequence of their
 * arrival, writes down what a restart needs, and takes up again after a stop, a kill or a jump of the clock.
 */
export class ExchangeHost {
  private readonly options: HostOptions
  private day: ExchangeDay | null = null
  private from: Ms = 0
  /** The plan of the next day, asked for as soon as a day is over. */
  private next: DayPlan | null = null
  private isAsking = false
  /** While a day is being planned, messages wait here, each with the market time at which it came. */
  private waiting: { readonly text: string; readonly at: Ms }[] | null = null
  private snapshotAt: Ms = 0
  private reports: Reported[] = []
  private trades: Trade[] = []
  private over: DayOver[] = []
  /** The day that was last told to be over. */
  private toldOver: DateJst | null = null

  constructor(options: HostOptions) {
    this.options = options
  }

  get today(): ExchangeDay | null {
    return this.day
  }

  /** Lives the kept stretches again, before anybody is listening: the same prices, the same reports. */
  prepare(now: Ms): void {
    this.waiting = []
    this.relive(now)
  }

  /**
   * Opens the exchange, once prepared, at market time `now` with the orders that the engine holds as working,
   * and how far it has heard of each (`execNo`).
   */
  async start(now: Ms, working: readonly VenueOrder[], heard: ReadonlyMap<string, number>): Promise<void> {
    this.options.files.settle()
    // Reports that the engine has yet to hear say what became of an order; those it has heard lie before its
    // sending it, or sending it again.
    const seen = new Set(
      this.reports
        .filter(({ orderId, execId }) => execNo(execId) > (heard.get(orderId) ?? 0))
        .map(({ orderId }) => orderId),
    )
    const unknown = working.filter(
      (order) => !seen.has(order.orderId) && !this.day?.members.get(order.orderId),
    )
    for (const order of working) this.agree(order)
    if (this.day !== null && this.canGoOn(this.day, now)) {
      this.day.advanceTo(now)
      this.collect()
      this.keep(now)
    } else await this.takeUp(now)
    if (this.day!.isOver) await this.askNext(this.day!)
    if (this.isTurn(now)) await this.takeTurn(now)
    this.resume(
      now,
      unknown.map((order) => JSON.stringify(['submit', order] satisfies Message)),
    )
  }

  /** Members' messages as JSON texts, in their sequence, at market time `now`. */
  receive(texts: readonly string[], now: Ms): void {
    if (this.waiting !== null) {
      for (const text of texts) this.waiting.push({ text, at: now })
      return
    }
    const day = this.day!
    day.advanceTo(now)
    this.options.files.append(day.step, now, texts)
    for (const message of JSON.parse(`[${texts.join(',')}]`) as Message[]) apply(day, message, now)
    this.collect()
  }

  /**
   * Somebody may have joined the list: takes in whoever trades on the day that is planned last and is not in
   * it. A plan that is on its way has them already.
   */
  look(): void {
    if (this.waiting !== null || this.isAsking || this.day === null) return
    void this.takeIn(this.next ?? this.day.plan)
  }

  private async takeIn({ tradeDate, issues }: DayPlan): Promise<void> {
    const joined = await this.options.ask({
      tradeDate,
      at: this.workedTo,
      offSince: null,
      lastDate: null,
      issues: [],
      besides: issues.map(({ code }) => code),
    })
    if (joined.issues.length === 0) return
    if (this.next?.tradeDate === tradeDate) this.next = withIssues(this.next, joined)
    else this.receive([JSON.stringify(['list', joined] satisfies Message)], this.workedTo)
  }

  /**
   * Goes on to market time `now`. A machine that slept, or a clock that jumped, is an exchange that was off.
   */
  tick(now: Ms): void {
    if (this.waiting !== null || this.day === null) return
    if (this.isTurn(now)) return void this.turn(now)
    if (!this.canGoOn(this.day, now)) return void this.skip(now)
    this.day.advanceTo(now)
    this.collect()
    if (now - this.snapshotAt >= this.options.snapshotEveryMs) this.keep(now)
    if (this.day.isOver && this.next === null && !this.isAsking) void this.askNext(this.day)
  }

  /** Market time up to which every step has been worked; 0 while a day is being planned. */
  get workedTo(): Ms {
    return this.waiting !== null || this.day === null ? 0 : this.day.step * STEP_MS
  }

  takeReports(): Reported[] {
    const taken = this.reports
    this.reports = []
    return taken
  }

  takeTrades(): Trade[] {
    const taken = this.trades
    this.trades = []
    return taken
  }

  /**
   * Days that are over since they were last asked for; one that is lived again after a restart is told of
   * again.
   */
  takeOver(): DayOver[] {
    const taken = this.over
    this.over = []
    return taken
  }

  /** Issues that changed since they were last asked for. */
  takeChanged(): { index: number; market: IssueMarket }[] {
    const changed: { index: number; market: IssueMarket }[] = []
    for (const [index, market] of (this.day?.markets ?? []).entries()) {
      if (!market.changed) continue
      market.changed = false
      changed.push({ index, market })
    }
    return changed
  }

  stop(now: Ms): void {
    if (this.day !== null && this.waiting === null) {
      this.day.advanceTo(Math.min(now, this.day.step * STEP_MS + this.options.longestCatchUpMs))
      this.keep(now)
    }
    this.options.files.close()
  }

  private relive(now: Ms): void {
    for (const { kept, lines } of this.options.files.read(now)) {
      const day = this.dayOf(playable(kept.plan), kept.from)
      day.restore(kept.snapshot)
      for (const [step, at, what] of lines) {
        day.advanceTo(step * STEP_MS)
        if (what === 'abandoned') day.abandon(at)
        else if (what !== 'passed' && what !== 'reopened') apply(day, what, at)
      }
      this.day = day
      this.from = kept.from
      // Steps without messages are not written down: there may have been as many as lie between two
      // snapshots.
      const unwritten = (kept.snapshot.step + 1) * STEP_MS + this.options.snapshotEveryMs
      if (typeof lines.at(-1)?.[2] !== 'string') day.advanceTo(Math.min(now, unwritten))
      this.collect()
    }
  }

  /**
   * True if the day can be lived through to `now`: it was off only for a moment, or it is over and no other
   * has begun.
   */
  private canGoOn(day: ExchangeDay, now: Ms): boolean {
    const { schedule, calendar, longestCatchUpMs } = this.options
    if (now - day.step * STEP_MS <= longestCatchUpMs) return true
    return day.isOver && now < preOpenAt(schedule, calendar.next(day.plan.tradeDate))
  }

  private async skip(now: Ms): Promise<void> {
    this.waiting = []
    await this.takeUp(now)
    this.resume(now, [])
  }

  /** The exchange was off, or never on: opens the day that is on at `now`. */
  private async takeUp(now: Ms): Promise<void> {
    const { schedule, calendar, files } = this.options
    const { tradeDate } = phaseAt(schedule, calendar, now)
    const old = this.day
    const offSince = old === null ? null : old.step * STEP_MS
    const isSameDay = old !== null && old.plan.tradeDate === tradeDate
    if (old !== null) files.append(old.step, old.step * STEP_MS, [PASSED])
    if (old !== null && !isSameDay && !old.isOver) {
      const at = closingAt(schedule, old.plan.tradeDate)
      files.append(old.step, at, [ABANDONED])
      old.abandon(at)
      this.collect()
    }
    const offMs = offSince !== null && now >= openingAt(schedule, tradeDate) ? now - offSince : 0
    if (isSameDay) return this.reopenDay(old, now)
    // State that one day leaves to the next is void where a whole day went by.
    const isNextDay = old !== null && calendar.next(old.plan.tradeDate) === tradeDate
    const issues =
      old === null
        ? []
        : old.markets.map((market) => ({
            code: market.plan.code,
            ...standing(old, market, offMs),
            ...(isNextDay ? {} : { carried: NOTHING_CARRIED }),
          }))
    this.openDay(
      await this.options.ask({ tradeDate, at: now, offSince, lastDate: old?.plan.tradeDate ?? null, issues }),
      now,
    )
  }

  private openDay(plan: DayPlan, from: Ms): void {
    const opening = { plan, from, stops: this.day?.stops ?? [] }
    this.options.files.open(opening)
    this.enter(openedDay(opening, this.options.schedule, this.options.background), from)
  }

  private reopenDay(old: ExchangeDay, now: Ms): void {
    this.options.files.append(old.step, now, [REOPENED])
    this.enter(reopenedDay(old, this.options.schedule, this.options.background, now), now)
  }

  private enter(day: ExchangeDay, from: Ms): void {
    this.day = day
    this.from = from
    this.next = null
    this.collect()
    this.begin(from)
  }

  /** The engine knows of fills that were lost here: this too came from outside. */
  private agree(order: VenueOrder): void {
    const { day } = this
    const kept = day?.members.get(order.orderId)
    if (!day || !kept || kept.leavesQty <= order.leavesQty) return
    this.options.files.append(day.step, day.step * STEP_MS, [
      JSON.stringify(['agree', order] satisfies Message),
    ])
    day.agree(order)
  }

  private dayOf(plan: DayPlan, from: Ms): ExchangeDay {
    return new ExchangeDay(plan, this.options.schedule, this.options.background(plan, from), from)
  }

  /** True if the planned day is the one to take orders from now on. */
  private isTurn(now: Ms): boolean {
    const { schedule, longestCatchUpMs } = this.options
    if (this.next === null || now < preOpenAt(schedule, this.next.tradeDate)) return false
    return now - openingAt(schedule, this.next.tradeDate) <= longestCatchUpMs
  }

  /**
   * Opens the planned day once holders are ready for it: an order of now is for shares as they are on that
   * day. A beat after its opening auction, in a fast replay, lives that through.
   */
  private async takeTurn(now: Ms): Promise<void> {
    const plan = this.next!
    await this.options.ready(plan.tradeDate)
    this.openDay(plan, Math.min(now, openingAt(this.options.schedule, plan.tradeDate) - STEP_MS))
  }

  private async turn(now: Ms): Promise<void> {
    this.waiting = []
    await this.takeTurn(now)
    this.resume(now, [])
  }

  private async askNext(day: ExchangeDay): Promise<void> {
    this.isAsking = true
    const tradeDate = this.options.calendar.next(day.plan.tradeDate)
    const at = preOpenAt(this.options.schedule, tradeDate)
    const issues = day.markets.map((market) => ({ code: market.plan.code, ...standing(day, market, 0) }))
    const plan = await this.options.ask({ tradeDate, at, offSince: at, lastDate: day.plan.tradeDate, issues })
    if (this.day === day) this.next = plan
    this.isAsking = false
  }

  /** Orders that came meanwhile are taken at their own time: nothing happens to one before it was placed. */
  private resume(now: Ms, texts: readonly string[]): void {
    const waited = this.waiting ?? []
    this.waiting = null
    this.receive(texts, now)
    for (const { text, at } of waited) this.receive([text], Math.max(at, now))
  }

  private collect(): void {
    const day = this.day!
    for (const report of day.takeReports()) this.reports.push(report)
    for (const trade of day.takeTrades()) this.trades.push(trade)
    const { tradeDate } = day.plan
    if (!day.isOver || this.toldOver === tradeDate) return
    this.toldOver = tradeDate
    this.over.push({ tradeDate, closes: closesOf(day) })
  }

  private keep(now: Ms): void {
    const day = this.day!
    this.options.files.append(day.step, day.step * STEP_MS, [PASSED])
    this.begin(now)
  }

  private begin(now: Ms): void {
    const day = this.day!
    this.options.files.begin({ from: this.from, plan: day.plan, snapshot: day.snapshot() })
    this.snapshotAt = now
  }
}
