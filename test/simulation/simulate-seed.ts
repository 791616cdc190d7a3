import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { dateJst, DAY, HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { bodyText } from '#platform/engine/journal.ts'
import type { Json } from '#kernel/hash.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { CONSENT_DOCUMENTS } from '#modules/members/model/consents.ts'
import { pools } from '#modules/copy/server/tables.ts'
import { Breach, holds, type InvariantName } from './breach.ts'
import { Clockwork } from './clockwork.ts'
import { Debts, debtsMet, oweCommand, payCommand } from './debts.ts'
import { diceOf, type Dice } from './dice.ts'
import { FakeDisk } from './fake-disk.ts'
import { FakeExchange } from './fake-exchange.ts'
import { checkAtRest, openChecks } from './invariants/all.ts'
import { makeCancelsCheck } from './invariants/orders.ts'
import { batchOf } from './invariants/durable.ts'
import { memberActs, MEMBERS, poolActs } from './members.ts'
import { Operators } from './operators.ts'
import { Phones } from './phones.ts'
import { simClock, type SimClock } from './sim-clock.ts'
import { INSTRUMENTS, openSimApp, type SimApp } from './sim-app.ts'
import { takeOverTimers } from './virtual-timers.ts'

export type Found = {
  readonly seed: number
  readonly step: number
  readonly invariant: InvariantName
  readonly what: string
  readonly stack: string
}
export type Ran = {
  readonly found: Found | null
  readonly outcomes: ReadonlyMap<string, number>
  readonly records: number
  readonly crashes: number
}

/** A Thursday in December: a month's first day and the turn of the year are not far. */
const BEGINS = timeJst('2026-12-24', 7)
const CRASH_SHARE = 0.008
const REFUSED_SHARE = 0.25
const QUIET_STEPS = 80
const DESK_STEPS = 18
/** Every so many seeds the whole journal is run again. */
const RERUN_EVERY = 5

const timers = takeOverTimers()
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Lives through `steps` steps of one seed. The same seed and steps find the same, always. */
export async function simulateSeed(
  seed: number,
  steps: number,
  told: (line: string) => void = () => {},
): Promise<Ran> {
  timers.begin()
  const run = new Run(seed, told)
  try {
    await run.live(steps)
    return { found: null, ...run.figures() }
  } catch (error) {
    const { stack = '', message } = error as Error
    return {
      found: {
        seed,
        step: run.step,
        invariant: error instanceof Breach ? error.invariant : 'core',
        what: message,
        stack,
      },
      ...run.figures(),
    }
  }
}

class Run {
  step = 0
  readonly #seed: number
  readonly #told: (line: string) => void
  readonly #dice: Dice
  readonly #clock: SimClock
  readonly #disk: FakeDisk
  readonly #exchange: FakeExchange
  readonly #phones: Phones
  readonly #operators: Operators
  readonly #clockwork: Clockwork
  readonly #debts: Debts
  readonly #met = new Map<string, number>()
  readonly #failures: unknown[] = []
  readonly #worldDice: Dice
  readonly #cancels = makeCancelsCheck()
  #context!: SimApp
  #crashes = 0
  #startedAt = 0
  #silentUntil = 0

  constructor(seed: number, told: (line: string) => void) {
    this.#seed = seed
    this.#told = told
    const failed = (error: unknown) => void this.#failures.push(error)
    this.#dice = diceOf(seed, 'steps')
    this.#worldDice = diceOf(seed, 'house')
    this.#clock = simClock(BEGINS)
    const checks = openChecks()
    this.#disk = new FakeDisk((written) => {
      const batch = batchOf(written, this.#disk)
      for (const check of checks) check(batch)
      for (const name of debtsMet(batch)) this.#met.set(name, (this.#met.get(name) ?? 0) + 1)
    })
    this.#exchange = new FakeExchange(diceOf(seed, 'exchange'))
    for (const { code, tickTable, openingPriceTenths } of INSTRUMENTS)
      this.#exchange.add(code, tickTable, openingPriceTenths)
    this.#phones = new Phones(diceOf(seed, 'phones'), this.#clock, failed)
    this.#operators = new Operators(diceOf(seed, 'operators'), this.#clock, failed)
    this.#clockwork = new Clockwork(diceOf(seed, 'clockwork'), this.#clock, failed)
    this.#debts = new Debts(diceOf(seed, 'debts'), failed)
  }

  figures() {
    return {
      outcomes: new Map([...this.#phones.outcomes, ...this.#operators.outcomes, ...this.#met]),
      records: this.#disk.journal.length,
      crashes: this.#crashes,
    }
  }

  async live(steps: number): Promise<void> {
    this.#exchange.advanceTo(this.#clock.market())
    await this.#open()
    await this.#begin()
    for (this.step = 1; this.step <= steps; this.step++) {
      await this.#oneStep()
      if (this.step % 4 === 0) this.#cancels(this.#disk, this.step, this.#startedAt)
    }
    await this.#rest()
    if (this.#seed % RERUN_EVERY === 0) this.#replayJournal()
  }

  async #open(): Promise<void> {
    this.#context = await openSimApp({
      dice: this.#worldDice,
      clock: this.#clock,
      disk: this.#disk,
      exchange: this.#exchange,
      failed: (error) => void this.#failures.push(error),
      more: [oweCommand, payCommand],
    })
    this.#look()
  }

  /**
   * Members with an account, an identity to be looked at and somewhere to send their money, three days
   * before.
   */
  async #begin(): Promise<void> {
    const system = SYSTEM_CALLER
    const { engine, commands } = this.#context
    const all = MEMBERS.map(({ id, level }) =>
      engine.submit(commands.get('member.open')!, { memberId: id, level }, system),
    )
    await turn()
    this.#disk.work()
    await Promise.all(all)
    const consents = CONSENT_DOCUMENTS.map((document) => ({ document, version: 1 }))
    for (const { id } of MEMBERS) {
      this.#phones.ask(this.#context, id, 'identity.submit', {
        detailsId: `details-${id}`,
        detailsHash: 'ab'.repeat(32),
        detailsChanged: false,
        pictures: { front: `front-${id}`, back: `back-${id}` },
        consents,
      })
      this.#phones.ask(this.#context, id, 'bank-account.add', {
        accountId: `bank-${id}`,
        detailsHash: 'cd'.repeat(32),
      })
    }
    await this.#settle()
    await this.#desk()
    this.#jump(4 * 24 * HOUR)
    await this.#settle()
    await this.#desk()
  }

  /** The desk's work, until nothing is left to look at, and something to apply for has been published. */
  async #desk(): Promise<void> {
    for (let n = 0; n < DESK_STEPS; n++) {
      this.#operators.open(this.#context)
      await this.#settle()
    }
  }

  async #oneStep(): Promise<void> {
    const dice = this.#dice
    this.#passTime()
    this.#happen()
    const thrown = dice.below(100)
    const acting = {
      context: this.#context,
      phones: this.#phones,
      exchange: this.#exchange,
      dice,
      now: this.#clock.wall(),
    }
    if (thrown < 76) memberActs(acting)
    else if (thrown < 86) this.#operators.act(this.#context)
    else if (thrown < 95) this.#phones.repeat(this.#context)
    else if (thrown < 97) this.#clockwork.sendBack(this.#context)
    else {
      const pool = dice.any(
        this.#context.engine.read
          .of(pools)
          .all()
          .filter(({ state }) => state === 'open'),
      )
      if (pool !== undefined) poolActs(acting, pool.id)
    }
    this.#debts.act(this.#context, this.step)
    await turn()
    this.#look()
    if (dice.chance(CRASH_SHARE)) return this.#crash()
    // Most batches are durable at once; some wait for the next.
    if (!dice.chance(0.2)) this.#disk.work(dice.chance(0.2) ? 1 : Infinity)
    await turn()
    this.#look()
  }

  /** The acts of the world in every step: timers, exchange, messages, jobs. */
  #happen(): void {
    const { network } = this.#context
    timers.advanceTo(this.#clock.monotonic())
    this.#exchange.advanceTo(this.#clock.market())
    network.isSilent = this.step < this.#silentUntil
    network.pass(this.#clock.market())
    this.#clockwork.tick(this.#context)
  }

  /**
   * Seconds mostly; minutes, hours, jumps of the demo clock, and now and then somebody sets the machine's
   * clock back.
   */
  #passTime(): void {
    const dice = this.#dice
    const thrown = dice.below(1_000)
    if (thrown < 880) this.#clock.pass(dice.between(1, 20_000))
    else if (thrown < 950) this.#jump(dice.between(1, 40) * MINUTE)
    else if (thrown < 970) this.#jump(dice.between(1, 9) * HOUR)
    else if (thrown < 983) this.#jump(this.#toBankingHours())
    else if (thrown < 985) this.#jump(dice.between(1, 5) * DAY)
    else if (thrown < 990) this.#clock.pass(dice.between(1, 90) * MINUTE)
    else if (thrown < 994) this.#clock.setMachine(0 - dice.between(1, 40) * SECOND)
    else if (thrown < 997) this.#silentUntil = this.step + dice.between(2, 12)
    else this.#clock.pass(5 * SECOND)
  }

  /** To the next time at which withdrawals may be asked for. */
  #toBankingHours(): Ms {
    const now = this.#clock.wall()
    let date = tseCalendar.next(dateJst(now))
    if (this.#dice.chance(0.3)) date = tseCalendar.next(date)
    return timeJst(date, 9) + this.#dice.between(1, 300) * MINUTE - now
  }

  #jump(by: Ms): void {
    this.#clock.pass(livedThrough(by))
    const to = Math.floor(this.#clock.wall() + by)
    this.#context.engine
      .submit(
        this.#context.commands.get('clock.set')!,
        { at: to },
        { actor: 'demo', memberId: null, device: '', key: '' },
      )
      .then(
        ({ result }) => {
          if (result.ok) this.#clock.jumpTo(to)
        },
        () => {},
      )
  }

  /**
   * The process dies, or is told by its disk that a commit has failed; what was on its way is written in
   * part, in order, or not at all.
   */
  async #crash(): Promise<void> {
    this.#crashes++
    this.#startedAt = this.step
    if (this.#dice.chance(REFUSED_SHARE) && this.#disk.waiting > 0) {
      this.#disk.refuse()
      await turn()
      holds(this.#context.death() !== null, 'promise', () => 'a commit has failed, and the engine goes on')
    }
    this.#disk.crash(this.#dice.below(this.#disk.waiting + 1))
    this.#told(`step ${this.step}: crash after seq ${this.#disk.journal.length - 1}`)
    timers.forget()
    this.#phones.crashed()
    this.#clockwork.crashed()
    await turn()
    this.#failures.length = 0
    this.#clock.pass(this.#dice.between(1, 30) * SECOND)
    this.#exchange.advanceTo(this.#clock.market())
    await this.#open()
  }

  #look(): void {
    const failure = this.#failures[0] ?? this.#context?.death()
    if (failure instanceof Error) throw failure
  }

  async #settle(): Promise<void> {
    this.#clock.pass(SECOND)
    this.#happen()
    await turn()
    this.#disk.work()
    await turn()
    this.#look()
  }

  /** Nothing new happens; everything that is on its way arrives. Then everybody must agree. */
  async #rest(): Promise<void> {
    this.#context.network.isCalm = true
    this.#exchange.isQuiet = true
    this.#silentUntil = 0
    for (let n = 0; n < QUIET_STEPS; n++) {
      if (n % 4 === 0) this.#phones.repeatAll(this.#context)
      await this.#settle()
      if (
        n > 20 &&
        this.#disk.waiting === 0 &&
        this.#context.network.isIdle &&
        this.#phones.waiting === 0 &&
        this.#clockwork.isIdle
      )
        break
    }
    holds(
      this.#phones.waiting === 0,
      'promise',
      () => `${this.#phones.waiting} requests never got a definite answer`,
    )
    checkAtRest({
      disk: this.#disk,
      exchange: this.#exchange,
      told: this.#phones.told,
      wall: this.#clock.wall(),
    })
  }

  /** I3: the journal, run again by the same commands, says and leaves the same. */
  #replayJournal(): void {
    const { tables, commands } = this.#context
    for (const [definition, rows] of reexecute(
      tables,
      [...commands.values()],
      this.#disk.journal.map(({ record }) => Buffer.from(record)),
    )) {
      const sorted = (all: readonly object[]) => all.map((row) => bodyText(row as Json)).toSorted()
      const [held, again] = [sorted(this.#disk.rowsOf(definition.name)), sorted(rows)]
      holds(
        held.length === again.length,
        'I3',
        () => `${definition.name}: ${held.length} rows; run again, the journal leaves ${again.length}`,
      )
      for (const [index, row] of held.entries())
        holds(
          row === again[index],
          'I3',
          () => `${definition.name} holds ${row}; run again, the journal leaves ${again[index]}`,
        )
    }
  }
}

/** Of a jump of the demo clock the machine lives a little. */
const livedThrough = (by: Ms): Ms => Math.min(by, 3 * SECOND)
