import { memberCaller } from '#platform/engine/command.ts'
import { bodyText } from '#platform/engine/journal.ts'
import { uuidv7 } from '#kernel/id.ts'
import { EngineError } from '#platform/engine/engine.ts'
import { Breach, holds } from './breach.ts'
import type { Dice } from './dice.ts'
import type { SimClock } from './sim-clock.ts'
import type { SimApp } from './sim-app.ts'

/** A request that a member has confirmed, under one key, until there is a definite answer. */
type Asked = {
  readonly member: string
  readonly key: string
  readonly type: string
  readonly input: unknown
  sent: number
}
/** The answer that a phone was told: a promise that the server keeps. */
export type Told = {
  readonly member: string
  readonly key: string
  readonly seq: number
  readonly answer: string
}

/**
 * Of the answers, how many never reach the phone; of the requests, how many go out twice at once (a double
 * tap, a retry of the network).
 */
const LOST_SHARE = 0.08
const TWICE_SHARE = 0.05
const MOST_SENT = 6
const RESERVED = /^(order\.cancel|withdrawal\.)/

/**
 * The phones of all members: each request has a key of its own, which is repeated until its answer is there,
 * through crashes too.
 */
export class Phones {
  readonly told: Told[] = []
  /** The number of times that each kind of request was done, or refused, by name of the refusal. */
  readonly outcomes = new Map<string, number>()
  readonly #dice: Dice
  readonly #clock: SimClock
  readonly #failed: (error: unknown) => void
  readonly #answers = new Map<string, string>()
  #open: Asked[] = []
  #life = 0

  constructor(dice: Dice, clock: SimClock, failed: (error: unknown) => void) {
    this.#dice = dice
    this.#clock = clock
    this.#failed = failed
  }

  get waiting(): number {
    return this.#open.length
  }

  /** A member confirms something. */
  ask(app: SimApp, member: string, type: string, input: unknown): void {
    const asked: Asked = {
      member,
      type,
      input,
      key: uuidv7(this.#clock.machine(), this.#dice.bytes(16)),
      sent: 0,
    }
    this.#open.push(asked)
    this.#send(app, asked)
    if (this.#dice.chance(TWICE_SHARE)) this.#send(app, asked)
  }

  /** Some of those who have no answer ask again, with the same key. */
  repeat(app: SimApp): void {
    const asked = this.#dice.any(this.#open)
    if (asked !== undefined) this.#send(app, asked)
  }

  repeatAll(app: SimApp): void {
    for (const asked of [...this.#open]) this.#send(app, asked)
  }

  /** The server has crashed: whatever was under way will never be answered. */
  crashed(): void {
    this.#life++
  }

  #send(app: SimApp, asked: Asked): void {
    const { member, key, type, input } = asked
    const command = app.commands.get(type)
    if (command === undefined) throw new Error(`no module has the command ${type}`)
    const life = this.#life
    const isLost = asked.sent < MOST_SENT && this.#dice.chance(LOST_SHARE)
    asked.sent++
    const options = RESERVED.test(type) ? { lane: 'reserved' as const } : {}
    app.engine.submit(command, input, memberCaller(member, 'phone', key), options).then(
      ({ result, seq }) => {
        if (life !== this.#life || isLost) return
        this.#hear(asked, seq, bodyText(result), result.ok ? 'done' : result.rejection)
      },
      (error: unknown) => {
        if (life !== this.#life) return
        const code = error instanceof EngineError ? error.code : null
        if (code === 'KEY_EXPIRED' || code === 'KEY_INVALID') this.#drop(asked)
        else if (code === null || code === 'KEY_REUSED')
          this.#failed(
            code === null
              ? error
              : new Breach(
                  'I4',
                  `${type} of ${member}: the same request under the same key was called another`,
                ),
          )
      },
    )
  }

  #hear(asked: Asked, seq: number, answer: string, outcome: string): void {
    const { member, key, type } = asked
    const name = `${member} ${key}`
    const before = this.#answers.get(name)
    try {
      holds(
        before === undefined || before === answer,
        'I4',
        () => `${type} of ${member} was answered ${before}, and then ${answer}`,
      )
    } catch (error) {
      this.#failed(error)
    }
    if (before !== undefined) return
    this.#answers.set(name, answer)
    this.told.push({ member, key, seq, answer })
    this.outcomes.set(`${type} ${outcome}`, (this.outcomes.get(`${type} ${outcome}`) ?? 0) + 1)
    this.#drop(asked)
  }

  #drop(asked: Asked): void {
    this.#open = this.#open.filter((each) => each !== asked)
  }
}
