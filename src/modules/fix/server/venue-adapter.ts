import { readFileSync } from 'node:fs'
import type { OrderId } from '#kernel/id.ts'
import { DAY, dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { FixVenueConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { SYSTEM_CALLER, type Command } from '#platform/engine/command.ts'
import { submitUntilTaken } from '#platform/engine/command-batcher.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { listen } from '#platform/engine/event.ts'
import type { SessionOwner, SessionStore } from '#platform/fix/connection.ts'
import { FixInitiator } from '#platform/fix/initiator.ts'
import type { SessionProfile } from '#platform/fix/session.ts'
import type { Log } from '#platform/log.ts'
import type { Module } from '#modules/module.ts'
import type {
  ExecType,
  ExecutionReport,
  VenueReason,
  VenueSession,
  TradeReversal,
  Venue,
  VenueStatus,
} from '#modules/venue/server/ports.ts'
import { numberOf, valueOf, type FixMessage } from '#wire/fix/message.ts'
import { namedBy, plainly, readVenueMessage, VENUE_MESSAGES, type Said } from '../model/venue-messages.ts'
import { venueQueued, venueTold } from './events.ts'
import { venueMessageAt, venueMessagesFrom } from './queries.ts'
import { afterReset, forgetReports, stepVenue, takeVenue, wishVenue, type Wish } from './venue-commands.ts'
import { venueOrders, venueReports, venueSessions } from './venue-tables.ts'
import { EXEC_TYPES } from '#modules/orders/model/apply-execution.ts'

type Deps = {
  at: FixVenueConfig
  engine: () => Engine
  db: () => Database
  now: () => Ms
  /** Trade date of now. */
  today: () => DateJst
  log: Log
}

/** Reports of orders that are over are told again at a start for so long. */
const KEPT: Ms = 7 * DAY

/** A refusal of a message, in words: how an order stands is asked, a request was not done. */
const REFUSED: Readonly<Record<string, Said['kind']>> = {
  D: 'UNREAD',
  F: 'CANCEL_REJECTED',
  G: 'AMEND_REJECTED',
}

const isReport = (kind: Said['kind']): kind is ExecType => EXEC_TYPES.some((each) => each === kind)

/** The actor under which the venue's words are taken. */
const VENUE_CALLER = { ...SYSTEM_CALLER, actor: 'venue' }

/**
 * Orders at a counterparty by FIX. What goes out and what comes in is durable in the engine's tables with the
 * numbers of the session; the port's calls are wishes that are carried out once, however often they are said.
 */
export class FixVenue implements Venue {
  readonly name: string
  readonly has = { simulated: false, receipts: false, sealedDays: false, auctions: true, priority: false }
  readonly #deps: Deps
  readonly #initiator: FixInitiator
  readonly #profile: SessionProfile
  readonly #reported: ((report: ExecutionReport) => void)[] = []
  readonly #reversed: ((reversal: TradeReversal) => void)[] = []
  readonly #statuses: ((status: VenueStatus) => void)[] = []
  readonly #returned: (() => void)[] = []
  #isStarted = false
  #since: Ms | null = null
  #isReset = false

  constructor(deps: Deps) {
    const { at, now, log } = deps
    this.#deps = deps
    this.name = `fix-${at.target}`.toLowerCase()
    this.#profile = {
      role: 'initiator',
      beginString: 'FIX.4.4',
      sender: at.sender,
      target: at.target,
      heartbeat: at.heartbeat,
      resetsOnLogon: at.reset === 'logon',
      takes: VENUE_MESSAGES,
      isLenient: true,
    }
    this.#initiator = new FixInitiator(
      {
        ...at.orders,
        tls: at.tls === null ? null : { ca: at.tls.caFile === null ? null : readFileSync(at.tls.caFile) },
        isOpen: () => true,
      },
      { owner: () => this.#owner(), now, log },
    )
  }

  get #row() {
    return this.#deps.engine().read.of(venueSessions).get(this.name)
  }

  get #store(): SessionStore {
    const { db } = this.#deps
    return {
      numbers: () => ({ nextIn: this.#row?.nextIn ?? 1, nextOut: this.#row?.nextOut ?? 1 }),
      step: async ({ reset, nextIn, send }) => {
        if (reset) this.#isReset = true
        await this.#submit(stepVenue, { name: this.name, reset, nextIn, startedOn: null, send })
      },
      sentFrom: (from, to) =>
        venueMessagesFrom(db(), { name: this.name, epoch: this.#row?.epoch ?? 1 }, from, to),
    }
  }

  async #submit(command: Command, input: object): Promise<void> {
    const { result } = await this.#deps.engine().submit(command, input, VENUE_CALLER)
    if (!result.ok) throw new Error(`the session's step was refused: ${result.rejection}`)
  }

  /** The owner of the next connection; with numbers that begin anew each day, the day's first has 1. */
  async #owner(): Promise<SessionOwner> {
    const today = dateJst(this.#deps.now())
    this.#isReset = false
    if (this.#deps.at.reset === 'daily' && this.#row?.startedOn !== today) {
      this.#isReset = true
      await this.#submit(stepVenue, { name: this.name, reset: true, nextIn: 1, startedOn: today, send: [] })
    }
    return {
      profile: this.#profile,
      store: this.#store,
      take: (seq, message) => this.#take(seq, message),
      ends: () => null,
      loggedOn: () => this.#loggedOn(),
      left: () => {
        this.#since = null
      },
    }
  }

  #loggedOn(): void {
    this.#since = this.#deps.now()
    if (this.#isReset) this.#wishAgain()
    if (this.#isStarted) for (const tell of this.#returned) tell()
  }

  #wishAgain(): void {
    const { engine, log } = this.#deps
    void submitUntilTaken(engine, afterReset, { name: this.name }, VENUE_CALLER, log)
  }

  async #take(seq: number, message: FixMessage): Promise<{ isTaken: boolean; send: [] }> {
    const said =
      message.type === 'j' || message.type === '3'
        ? await this.#refused(message)
        : readVenueMessage(message, this.#deps.now())
    if (said === null)
      this.#deps.log.warn({ type: message.type, seq }, 'a message of the venue names no order of ours')
    await this.#submit(takeVenue, { name: this.name, seq, said })
    return { isTaken: true, send: [] }
  }

  /**
   * A message of ours that the venue has refused unread: a request was not done; how an order stands is
   * asked.
   */
  async #refused(message: FixMessage): Promise<Said | null> {
    const seq = numberOf(message, 45)
    const { epoch = 1 } = this.#row ?? {}
    const sent =
      seq === null ? undefined : await venueMessageAt(this.#deps.db(), { name: this.name, epoch, seq })
    const name = sent === undefined ? valueOf(message, 379) : valueOf(sent, 11)
    const named = namedBy(name)
    const type = sent?.type ?? valueOf(message, 372)
    if (named === null || type === undefined) return null
    const kind = REFUSED[type]
    const more = { execId: `${message.type}-${name}`, reason: 'OTHER' }
    return kind === undefined ? null : plainly(kind, named, this.#deps.now(), more)
  }

  #wish(wish: Wish): void {
    const { engine, log } = this.#deps
    void submitUntilTaken(engine, wishVenue, { name: this.name, wish }, VENUE_CALLER, log)
  }

  submit: Venue['submit'] = (order) => this.#wish({ does: 'submit', order, today: this.#deps.today() })
  cancel: Venue['cancel'] = (orderId) => this.#wish({ does: 'cancel', orderId })
  amend: Venue['amend'] = (orderId, to) => this.#wish({ does: 'amend', orderId, to })
  ask = (orderId: OrderId): void => this.#wish({ does: 'ask', orderId })

  /** A stop of the firm's keeps orders here: nothing at another venue can be stopped. */
  stops(): void {}
  onReport(listener: (report: ExecutionReport) => void): void {
    this.#reported.push(listener)
  }
  onReversal(listener: (reversal: TradeReversal) => void): void {
    this.#reversed.push(listener)
  }
  onStatus(listener: (status: VenueStatus) => void): void {
    this.#statuses.push(listener)
  }
  onReturn(listener: () => void): void {
    this.#returned.push(listener)
  }
  isAway(): boolean {
    return !this.#initiator.isOn
  }

  /** An order that is sent by this is known to have never left; what is unknown is asked for by `ask`. */
  start: Venue['start'] = async (working) => {
    const { engine, today } = this.#deps
    for (const order of working)
      if (engine().read.of(venueOrders).get(order.orderId) === undefined)
        await this.#submit(wishVenue, {
          name: this.name,
          wish: { does: 'submit', order, today: today() } satisfies Wish,
        })
    if (!this.#isStarted) for (const { said } of engine().read.of(venueReports).all()) this.#tell(said)
    await this.#forget(new Set(working.map(({ orderId }) => orderId)))
    if (this.#isStarted) return
    this.#isStarted = true
    this.#initiator.start()
  }

  /** Orders that have been over for a while leave memory, with their reports, which the orders have had. */
  async #forget(working: ReadonlySet<OrderId>): Promise<void> {
    const { read } = this.#deps.engine()
    const old = this.#deps.now() - KEPT
    const known = read.of(venueOrders)
    const isOld = (at: Ms, orderId: OrderId) => at < old && !working.has(orderId)
    const over = known.all().filter(({ at, orderId, isOver }) => isOver && isOld(at, orderId))
    const strange = read
      .of(venueReports)
      .all()
      .filter((row) => isOld(row.at, row.orderId) && known.get(row.orderId) === undefined)
    const orderIds = [...new Set([...over, ...strange].map(({ orderId }) => orderId))]
    if (orderIds.length > 0) await this.#submit(forgetReports, { orderIds })
  }

  async stop(): Promise<void> {
    await this.#initiator.stop()
  }

  /** Ends the connection without a word, as a cable that is cut does. */
  cut(): void {
    this.#initiator.cut()
  }

  /** The session as operators see it. */
  get session(): VenueSession {
    const { sender, target } = this.#profile
    return { name: `${sender} → ${target}`, since: this.#since, ...this.#store.numbers() }
  }

  #tell(said: Said): void {
    const { kind, orderId, execId, refExecId, finePx, reason, ...rest } = said
    if (kind === 'STATUS' || kind === 'NOT_THERE') return this.#tellStatus(said)
    const code = this.#deps.engine().read.of(venueOrders).get(orderId)?.code ?? ''
    const lastPxTenths = finePx === null ? rest.lastPxTenths : Number(finePx) * 10
    const common = { ...rest, lastPxTenths, orderId, code, execId, ordStatus: 'NEW' as const, venueSeq: 0 }
    // The words of a stranger: the reader of reports takes them apart.
    const reasons = reason === null ? {} : { reason: reason as VenueReason }
    if (kind === 'TRADE_CANCEL' || kind === 'TRADE_CORRECT')
      for (const listener of this.#reversed)
        listener({ ...common, execType: kind, refExecId: refExecId ?? '' })
    else if (isReport(kind))
      for (const listener of this.#reported) listener({ ...common, execType: kind, ...reasons })
  }

  #tellStatus({ kind, orderId, cumQty, leavesQty }: Said): void {
    const status: VenueStatus =
      kind === 'STATUS' ? { orderId, isKnown: true, cumQty, leavesQty } : { orderId, isKnown: false }
    for (const listener of this.#statuses) listener(status)
  }

  /** Commands and listeners of the adapter, for the module. */
  get parts(): Pick<Module, 'commands' | 'listeners'> {
    return {
      commands: [stepVenue, wishVenue, takeVenue, afterReset, forgetReports],
      listeners: [
        listen(venueQueued, ({ row }) => this.#initiator.write(row)),
        listen(venueTold, ({ said }) => this.#tell(said)),
      ],
    }
  }
}
