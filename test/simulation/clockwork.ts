import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import { EngineError } from '#platform/engine/engine.ts'
import type { Job } from '#modules/module.ts'
import { statementLines, withdrawals } from '#modules/funding/server/tables.ts'
import { draws } from '#modules/draws/server/tables.ts'
import { hasLapsed } from '#modules/staff/server/act.ts'
import type { Dice } from './dice.ts'
import type { SimClock } from './sim-clock.ts'
import type { SimApp } from './sim-app.ts'

/**
 * Jobs that need nothing but rows and clock. Those of draws go through a chain of minutes: the simulation
 * takes its place.
 */
const JOBS = [
  'portfolio.settle',
  'loans.interest',
  'calls.close',
  'day-trade.warn',
  'day-trade.close',
  'ipo.rounds',
  'ipo.issue',
  'block.deliver',
  'copy.nav',
  'tax.year-end',
]
/** A job that has run and was not noted, as after a stop, runs again: nothing happens twice. */
const AGAIN_SHARE = 0.15
/** A job may come late, by hours: what its time decides is decided by that time all the same. */
const LATE_SHARE = 0.1
const LATE_BY = { from: 1, to: 30 } as const
const NOBODY = SYSTEM_CALLER
const BANK = { ...NOBODY, actor: 'demo-bank' } as const

/**
 * The jobs that run by the clock. How far each job has come is kept outside the engine, after it has run: a
 * crash in between has it run again.
 */
export class Clockwork {
  readonly #dice: Dice
  readonly #clock: SimClock
  readonly #failed: (error: unknown) => void
  readonly #ranFor = new Map<string, Ms>()
  readonly #waitsUntil = new Map<string, Ms>()
  #underWay = new Set<string>()
  #life = 0

  constructor(dice: Dice, clock: SimClock, failed: (error: unknown) => void) {
    this.#dice = dice
    this.#clock = clock
    this.#failed = failed
  }

  crashed(): void {
    this.#life++
    this.#underWay = new Set()
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0
  }

  /** Starts whatever is due and is not under way. */
  tick(app: SimApp): void {
    const now = this.#clock.market()
    for (const job of app.modules.all.flatMap((module) => module.jobs ?? [])) {
      if (!JOBS.includes(job.name) || this.#underWay.has(job.name)) continue
      const dueAt = job.next(job.moves ? now : (this.#ranFor.get(job.name) ?? this.#begin(job, now)))
      if (dueAt <= now && !this.#isLate(job, now)) void this.#run(job, dueAt)
    }
    this.#drawLots(app, now)
    if (hasLapsed(app.engine.read, now)) this.#submit(app, 'staff.lapse', null, NOBODY)
  }

  /** The bank sends something back that it had paid. */
  sendBack(app: SimApp): void {
    const { read } = app.engine
    const paid = this.#dice.any(
      read
        .of(withdrawals)
        .all()
        .filter(({ state }) => state === 'paid' || state === 'approved'),
    )
    if (paid === undefined || read.of(statementLines).get(`back-${paid.id}`) !== undefined) return
    const line = {
      id: `back-${paid.id}`,
      kind: 'returned',
      yen: paid.yen,
      reference: paid.reference,
      payerHash: null,
      bookedAt: Math.floor(this.#clock.wall()),
    }
    this.#submit(app, 'statement.demo-bank', { lines: [line] }, BANK)
  }

  #isLate({ name }: Job, now: Ms): boolean {
    const until = this.#waitsUntil.get(name)
    if (until === undefined && this.#dice.chance(LATE_SHARE)) {
      this.#waitsUntil.set(name, now + this.#dice.between(LATE_BY.from, LATE_BY.to) * HOUR)
      return true
    }
    if (until !== undefined && until > now) return true
    this.#waitsUntil.delete(name)
    return false
  }

  #begin(job: Job, now: Ms): Ms {
    this.#ranFor.set(job.name, now)
    return now
  }

  async #run(job: Job, dueAt: Ms): Promise<void> {
    const life = this.#life
    this.#underWay.add(job.name)
    try {
      await job.run(dueAt)
      if (this.#dice.chance(AGAIN_SHARE)) await job.run(dueAt)
      if (life === this.#life && job.moves !== true) this.#ranFor.set(job.name, dueAt)
    } catch (error) {
      if (life === this.#life && !(error instanceof EngineError)) this.#failed(error)
    } finally {
      if (life === this.#life) this.#underWay.delete(job.name)
    }
  }

  /** The steps of each draw, in time, late, or twice at once; the chain's last link by chance. */
  #drawLots(app: SimApp, now: Ms): void {
    for (const { id, state, closesAt } of app.engine.read.of(draws).all()) {
      if (state === 'decided' || state === 'void' || (state === 'open' && closesAt > now)) continue
      const command = state === 'open' ? 'draw.close' : state === 'closed' ? 'draw.reveal' : 'draw.decide'
      const input = {
        id,
        at: state === 'open' ? closesAt : Math.floor(now),
        ...(state === 'revealed' ? { beacon: Buffer.from(this.#dice.bytes(32)).toString('hex') } : {}),
      }
      this.#submit(app, command, input, NOBODY)
      if (this.#dice.chance(0.1)) this.#submit(app, command, input, NOBODY)
    }
  }

  #submit(app: SimApp, type: string, input: unknown, caller: typeof NOBODY | typeof BANK): void {
    app.engine.submit(app.commands.get(type)!, input, caller).catch((error: unknown) => {
      if (!(error instanceof EngineError)) this.#failed(error)
    })
  }
}
