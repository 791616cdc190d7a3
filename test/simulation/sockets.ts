import type { Caller, RouteHandler, Request } from '#modules/module.ts'
import { holds } from './breach.ts'
import type { Dice } from './dice.ts'
import { MEMBERS } from './members.ts'
import type { SimClock } from './sim-clock.ts'
import type { SimApp } from './sim-app.ts'

const TICKET_LIVES = 30_000
const MOST = 20

type Ticket = { readonly text: string; readonly member: string; readonly until: number; isUsed: boolean }

/**
 * Phones that open sockets: each with a ticket of its own, at once, late, twice, or with one from before a
 * crash. A promise: a ticket opens one socket, to whom it was given, within its half minute.
 */
export class Sockets {
  opened = 0
  readonly #dice: Dice
  readonly #clock: SimClock
  readonly #failed: (error: unknown) => void
  #tickets: Ticket[] = []

  constructor(dice: Dice, clock: SimClock, failed: (error: unknown) => void) {
    this.#dice = dice
    this.#clock = clock
    this.#failed = failed
  }

  /** The server has crashed, and its tickets with it. */
  crashed(): void {
    for (const ticket of this.#tickets) ticket.isUsed = true
  }

  async act(app: SimApp): Promise<void> {
    const dice = this.#dice
    if (dice.chance(0.5)) return this.#take(app, dice.one(MEMBERS).id)
    const ticket = dice.any(this.#tickets)
    if (ticket === undefined) return
    const isGood = !ticket.isUsed && this.#clock.machine() < ticket.until
    const holder = app.modules.identity.redeem(ticket.text)
    ticket.isUsed = true
    if (holder !== null) this.opened++
    try {
      holds(
        isGood === (holder !== null) && (holder === null || holder.memberId === ticket.member),
        'promise',
        () =>
          `a ticket of ${ticket.member} that is ${isGood ? '' : 'not '}good opened ${holder === null ? 'nothing' : `a socket to ${holder.memberId}`}`,
      )
    } catch (error) {
      this.#failed(error)
    }
  }

  async #take({ modules }: SimApp, member: string): Promise<void> {
    const handler = modules.all
      .flatMap((module) => module.routes ?? [])
      .find(({ route }) => route.name === 'socketTicket')!
    const caller: Caller = {
      memberId: member,
      sessionId: `phone-${member}`,
      tradingUnlocked: true,
      full: true,
      deviceKey: null,
    }
    const { ticket } = (await handler.handle({ caller } as Request<RouteHandler['route']>)) as {
      ticket: string
    }
    this.#tickets = [
      ...this.#tickets.slice(1 - MOST),
      { text: ticket, member, until: this.#clock.machine() + TICKET_LIVES, isUsed: false },
    ]
  }
}
