import { addDays } from '#kernel/time.ts'
import { EngineError } from '#platform/engine/engine.ts'
import {
  bankAccounts,
  cashEntries,
  deposits,
  statementLines,
  withdrawals,
} from '#modules/funding/server/tables.ts'
import { follows } from '#modules/copy/server/tables.ts'
import { loans } from '#modules/loans/server/tables.ts'
import { halts } from '#modules/market/server/halts.ts'
import { verifications } from '#modules/members/server/tables.ts'
import type { Role } from '#modules/staff/model/power.ts'
import type { PowerName } from '#registry/powers.ts'
import { demoOperatorId } from '#modules/staff/server/open-operator.ts'
import type { Asked } from '#modules/staff/server/public.ts'
import type { Dice } from './dice.ts'
import { termsOfNext } from './listings.ts'
import { MEMBERS } from './members.ts'
import type { SimClock } from './sim-clock.ts'
import type { SimApp } from './sim-app.ts'

/** An act that operators are about to sign, one after the other; a crash may come in between. */
type Errand = { asked: Asked; readonly signers: string[]; readonly signed: string[] }

const REVIEWERS = [
  demoOperatorId('reviewer', 1),
  demoOperatorId('reviewer', 2),
  demoOperatorId('reviewer', 3),
]
const WRONG_SHARE = 0.15
const TEXT = 'The details were compared with the statement of the bank, and differ.'

/**
 * Operators at their desks: what waits is decided by the real acts and signatures, now and then by somebody
 * who may not.
 */
export class Operators {
  readonly outcomes = new Map<string, number>()
  readonly #dice: Dice
  readonly #clock: SimClock
  readonly #failed: (error: unknown) => void
  #errands: Errand[] = []

  constructor(dice: Dice, clock: SimClock, failed: (error: unknown) => void) {
    this.#dice = dice
    this.#clock = clock
    this.#failed = failed
  }

  /** One operator does one thing. */
  act(app: SimApp): void {
    const dice = this.#dice
    if (this.#errands.length < 4 && dice.chance(0.6)) {
      const asked = this.#case(app)
      if (asked !== null) this.#errands.push({ asked, signers: this.#signersFor(asked.power), signed: [] })
    }
    const errand = dice.any(this.#errands)
    if (errand === undefined) return
    // Somebody who may not, or whoever has signed already and is in a hurry.
    const wrong = dice.chance(WRONG_SHARE)
      ? dice.one([...errand.signed, ...REVIEWERS, demoOperatorId('support', 1)])
      : undefined
    const signer = wrong ?? errand.signers.shift()!
    if (wrong === undefined) errand.signed.push(signer)
    void this.#sign(app, signer, errand.asked)
    if (errand.signers.length === 0) this.#errands = this.#errands.filter((each) => each !== errand)
  }

  async #sign(app: SimApp, signer: string, asked: Asked): Promise<void> {
    try {
      const result = await app.modules.staff.act(signer, asked, { desk: true })
      const name = `${asked.power} ${result.ok ? 'signed' : result.rejection}`
      this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof EngineError)) this.#failed(error)
    }
  }

  /** Reviewers at their desks from the beginning: identities and accounts, and something to apply for. */
  open(app: SimApp): boolean {
    const asked = this.#identity(app) ?? this.#account(app) ?? this.#publish(app)
    if (asked !== null)
      for (const signer of this.#signersFor(asked.power)) void this.#sign(app, signer, asked)
    return asked !== null
  }

  /** Something that waits, or that operators do by themselves. */
  #case(app: SimApp): Asked | null {
    const dice = this.#dice
    const kind = dice.below(9)
    if (kind === 0) return this.#publish(app)
    if (kind === 1) return this.#safety(app)
    if (kind === 2) return this.#terms(app)
    return dice.one([
      this.#identity,
      this.#account,
      this.#deposit,
      this.#withdrawal,
      this.#withdrawal,
      this.#paid,
      this.#loan,
      this.#correction,
      this.#follow,
    ])(app)
  }

  readonly #identity = (app: SimApp): Asked | null => {
    const row = this.#dice.any(app.engine.read.of(verifications).by('review', 'review'))
    if (row === undefined) return null
    const side = row.frontState === 'sent' ? 'front' : 'back'
    return {
      power: 'identity.accept',
      subject: `${row.memberId}.${side}`,
      body: { pictureId: side === 'front' ? row.frontId : row.backId },
    }
  }

  readonly #account = (app: SimApp): Asked | null => {
    const row = this.#dice.any(app.engine.read.of(bankAccounts).by('state', 'pending'))
    if (row === undefined) return null
    return this.#dice.chance(0.15)
      ? {
          power: 'bank-account.reject',
          subject: row.id,
          body: {},
          reason: { code: 'name-differs', text: null },
        }
      : { power: 'bank-account.accept', subject: row.id, body: {} }
  }

  readonly #deposit = (app: SimApp): Asked | null => {
    const row = this.#dice.any(app.engine.read.of(deposits).range('waiting', 'all'))
    if (row === undefined) return null
    if (this.#dice.chance(0.15))
      return { power: 'deposit.refuse', subject: row.id, body: {}, reason: this.#reason('not-received') }
    const line = this.#dice.any(app.engine.read.of(statementLines).by('open', row.reference))
    return line === undefined ? null : { power: 'deposit.credit', subject: row.id, body: { lineId: line.id } }
  }

  readonly #withdrawal = (app: SimApp): Asked | null => {
    const row = this.#dice.any(app.engine.read.of(withdrawals).range('due', 'all'))
    if (row === undefined) return null
    return this.#dice.chance(0.35)
      ? { power: 'withdrawal.deny', subject: row.id, body: {}, reason: this.#reason('name-differs') }
      : { power: 'withdrawal.approve', subject: row.id, body: {} }
  }

  readonly #paid = (app: SimApp): Asked | null => {
    const line = this.#dice.any(
      app.engine.read
        .of(statementLines)
        .range('waiting', 'all')
        .filter(({ kind }) => kind !== 'in'),
    )
    const row = line && app.engine.read.of(withdrawals).by('reference', line.reference!)[0]
    return row === undefined
      ? null
      : {
          power: line!.kind === 'out' ? 'withdrawal.mark-paid' : 'withdrawal.mark-returned',
          subject: row.id,
          body: { lineId: line!.id },
        }
  }

  readonly #loan = (app: SimApp): Asked | null => {
    const row = this.#dice.any(app.engine.read.of(loans).by('state', 'pending'))
    if (row === undefined) return null
    return this.#dice.chance(0.2)
      ? { power: 'loan.refuse', subject: row.id, body: {}, reason: { code: 'affordability', text: null } }
      : { power: 'loan.approve', subject: row.id, body: {} }
  }

  readonly #correction = (app: SimApp): Asked | null => {
    const entry = this.#dice.any(app.engine.read.of(cashEntries).all())
    return entry === undefined || this.#dice.chance(0.7)
      ? null
      : { power: 'entry.reverse', subject: entry.id, body: {}, reason: this.#reason('wrong-amount') }
  }

  readonly #follow = (app: SimApp): Asked | null => {
    const row = this.#dice.any(
      app.engine.read
        .of(follows)
        .all()
        .filter(({ state }) => state === 'pending'),
    )
    return row === undefined || this.#dice.chance(0.5)
      ? null
      : { power: 'copy-subscription.refuse', subject: row.id, body: {}, reason: { code: 'cap', text: null } }
  }

  #publish(app: SimApp): Asked | null {
    return termsOfNext(app, this.#dice, Math.floor(this.#clock.market()))
  }

  /** Freezes and halts; what has been stopped goes on before long. */
  #safety(app: SimApp): Asked | null {
    const dice = this.#dice
    const halted = app.engine.read.of(halts).by('standing', 'yes')[0]
    if (halted !== undefined)
      return {
        power: halted.subject === 'market' ? 'market.resume' : 'stock.resume',
        subject: halted.subject,
        body: { since: halted.since },
      }
    const memberId = dice.one(MEMBERS).id
    if (dice.chance(0.3))
      return {
        power: 'stock.halt',
        subject: dice.one(app.modules.instruments.all()).code,
        body: {},
        reason: { code: 'feed', text: null },
      }
    return dice.chance(0.4)
      ? {
          power: dice.one(['trading.freeze', 'trading.freeze-on'] as const),
          subject: memberId,
          body: {},
          reason: { code: 'takeover', text: null },
        }
      : { power: 'trading.release', subject: memberId, body: {}, reason: { code: 'cleared', text: null } }
  }

  #terms(app: SimApp): Asked {
    const from = addDays(app.modules.market.phase().tradeDate, this.#dice.between(0, 3))
    return {
      power: 'fees.set',
      subject: `fees-${from}`,
      body: { from, ratePpm: this.#dice.between(0, 900), minYen: this.#dice.between(0, 90), maxYen: 1_000 },
    }
  }

  /** The text itself is put away outside the engine; commands know its hash. */
  #reason(code: string): NonNullable<Asked['reason']> {
    return {
      code,
      text: {
        id: Buffer.from(this.#dice.bytes(8)).toString('hex'),
        hash: Buffer.from(TEXT).toString('hex').slice(0, 64),
      },
    }
  }

  /** Whoever the power's row asks for: two of one role are two people. */
  #signersFor(power: PowerName): string[] {
    const { roles } = SIGNERS[power] ?? { roles: ['reviewer'] }
    const taken = new Set<string>()
    return roles.map((role) => {
      const free = (
        role === 'reviewer' ? REVIEWERS : [demoOperatorId(role, 1), demoOperatorId(role, 2)]
      ).filter((id) => !taken.has(id))
      const signer = this.#dice.one(free)
      taken.add(signer)
      return signer
    })
  }
}

/**
 * Security-and-trust 1, as the simulation's operators know it: written down apart from the product's own
 * table.
 */
export const SIGNERS: Partial<Record<PowerName, { readonly roles: readonly Role[] }>> = {
  'deposit.credit': { roles: ['treasurer', 'reviewer'] },
  'deposit.refuse': { roles: ['treasurer', 'reviewer'] },
  'withdrawal.deny': { roles: ['reviewer', 'reviewer'] },
  'withdrawal.approve': { roles: ['treasurer', 'reviewer'] },
  'transfer.make': { roles: ['treasurer'] },
  'withdrawal.settle': { roles: ['treasurer', 'reviewer'] },
  'withdrawal.mark-paid': { roles: ['treasurer'] },
  'withdrawal.mark-returned': { roles: ['treasurer'] },
  'entry.reverse': { roles: ['treasurer', 'auditor'] },
  'appeal.decide': { roles: ['reviewer'] },
  'identity.accept': { roles: ['reviewer'] },
  'bank-account.view': { roles: ['reviewer'] },
  'bank-account.accept': { roles: ['reviewer'] },
  'bank-account.reject': { roles: ['reviewer'] },
  'loan.approve': { roles: ['reviewer', 'reviewer'] },
  'loan.refuse': { roles: ['reviewer', 'reviewer'] },
  'copy-subscription.refuse': { roles: ['reviewer', 'reviewer'] },
  'ipo.publish': { roles: ['listing', 'auditor'] },
  'block-sale.publish': { roles: ['listing', 'auditor'] },
  'day-inventory.publish': { roles: ['listing', 'auditor'] },
  'copy-product.publish': { roles: ['listing', 'auditor'] },
  'listing.void': { roles: ['listing', 'auditor'] },
  'trading.freeze': { roles: ['reviewer'] },
  'trading.freeze-on': { roles: ['reviewer', 'reviewer'] },
  'trading.release': { roles: ['reviewer', 'reviewer'] },
  'stock.halt': { roles: ['reviewer'] },
  'stock.resume': { roles: ['reviewer', 'reviewer'] },
  'market.resume': { roles: ['reviewer', 'reviewer'] },
  'fees.set': { roles: ['administrator', 'auditor'] },
  'operator.add': { roles: ['administrator', 'auditor'] },
  'recovery.make': { roles: ['administrator', 'auditor'] },
  'break-glass.begin': { roles: [] },
}
