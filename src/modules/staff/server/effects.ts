import { Bug } from '#kernel/assert.ts'
import { canonical, type Json } from '#kernel/hash.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Outcome } from '#platform/engine/command.ts'
import type { TableAccess, TableReader, Whichever } from '#platform/engine/table.ts'
import type { Reason, Signature } from '../model/approval.ts'
import type { ModuleName } from '#modules/dependencies.ts'
import { POWER_NAMES, POWERS, type PowerName } from '#registry/powers.ts'
import type { Body } from '../model/request.ts'
import { approvals } from './tables.ts'

/** A request that has all its signatures. */
export type Act<B extends Body = Body> = {
  subject: string
  body: B
  reason: Reason | null
  signers: readonly Signature[]
}
/**
 * The command that it is carried out in: `at` is market time and `tradeDate` its day in Japan, as entries of
 * the ledger want them: no act is a trade; `wall` is the journal's time.
 */
export type When = { seq: number; at: Ms; tradeDate: DateJst; wall: Ms; id: string }

/**
 * The effect of a power, and whom it concerns: the module that owns the subject registers it. All of it is
 * synchronous and sees rows alone.
 */
export type Effect<B extends Body = Whichever, Inputs extends Json = Whichever> = {
  power: PowerName
  /** Beginning of this effect's subjects, for a power that several modules carry out (appeals). */
  prefix?: string
  /**
   * The fields that its body must have: without one of them it is refused by that name, and nothing else of
   * it is asked (BODY_INCOMPLETE).
   */
  takes?: readonly (keyof B & string)[]
  /** True where its body has nothing beside these, so that two never sign more than is carried out. */
  only?: true
  /** The refusal if it cannot be done now: asked at every signature, so that nobody signs what cannot be. */
  refuse?: (tables: TableReader, subject: string, body: B, inputs: Inputs) => Refusal | null
  /**
   * Brings into rows, by a command of its own, what rows alone do not answer: before each signature, so that
   * `refuse` sees it.
   */
  before?: (subject: string) => Promise<void>
  /** Inputs that are never the same twice and that the effect needs, beside `When`: journalled. */
  captureInputs?: (tables: TableReader, subject: string, body: B) => Inputs
  /** The published rule by which it is signed in lists (decision 0142): then lists take nothing else. */
  byRule?: {
    /** Requests that the rule would lay before people now, whether it takes them or not. */
    candidates: (tables: TableReader) => readonly { subject: string; body: B }[]
    /** The reason why the rule leaves this one out; null: it fits. `now`: of the journal. */
    leavesOut: (tables: TableReader, subject: string, body: B, now: Ms) => Refusal | null
  }
  /** In the same command as the last signature. A refusal takes that signature back too. */
  carryOut: (tables: TableAccess, act: Act<B>, when: When, inputs: Inputs) => Outcome<Json>
  /** Whom it concerns; null: nobody in particular. */
  memberOf: (tables: TableReader, subject: string) => string | null
  /**
   * Operators who may not sign this one: those who decided what is now appealed against. Without `inputs` it
   * is asked for as of today.
   */
  excluded?: (tables: TableReader, subject: string, inputs?: Inputs) => readonly string[]
  /**
   * The reason in words why those who are excluded may not sign it now, where that is more than that it is
   * their own case: read beside the button.
   */
  excludedBy?: () => Refusal
  /**
   * The act that looks, where whoever decides has to have seen what they decide about: signed by them, of the
   * same subject and body, within the life of an approval (NOT_LOOKED). The demo desk decides by checks and
   * is labelled so.
   */
  looks?: PowerName
  /** The cases that whoever decides has looked at, where they are not this one. */
  looksAt?: (tables: TableReader, subject: string) => readonly { subject: string; body: Body }[]
  /** The module tells the member itself what was decided: then there is no general message beside it. */
  tells?: true
}

/** `module`: whose word the effect's refusals are, and whose catalogue words them. */
export type Effects = {
  add(module: ModuleName, effect: Effect): void
  of(power: string, subject: string): Effect | undefined
  /** Brings into rows what rows alone do not answer: before each signature, by itself or in a list. */
  before(request: { power: string; subject: string }): Promise<void>
  /** Powers that an effect carries out, by `staff.act`: the journal has a record of each such act. */
  powers(): readonly PowerName[]
}

const ofModule = (module: ModuleName, { refuse, carryOut, byRule, ...effect }: Effect): Effect => {
  const named = <Answer extends { ok: boolean } | null>(answer: Answer): Answer =>
    answer?.ok === false ? { module, ...answer } : answer
  return {
    ...effect,
    carryOut: (...inputs) => named(carryOut(...inputs)),
    ...(refuse === undefined ? {} : { refuse: (...inputs) => named(refuse(...inputs)) }),
    ...(byRule === undefined
      ? {}
      : { byRule: { ...byRule, leavesOut: (...inputs) => named(byRule.leavesOut(...inputs)) } }),
  }
}

export function openEffects(): Effects {
  const byPower = new Map<string, Effect[]>()
  const of: Effects['of'] = (power, subject) =>
    byPower.get(power)?.find(({ prefix = '' }) => subject.startsWith(prefix))
  return {
    add(module, effect) {
      const known = byPower.get(effect.power) ?? []
      if (known.some((each) => each.prefix === effect.prefix))
        throw new Bug(`two modules carry out ${effect.power}`)
      if (POWERS[effect.power].signers.length === 0)
        throw new Bug(`${effect.power} is decided by a published rule alone`)
      // The longest prefix first: an effect without one takes what no other does.
      byPower.set(
        effect.power,
        [...known, ofModule(module, effect)].toSorted(
          (a, b) => (b.prefix ?? '').length - (a.prefix ?? '').length,
        ),
      )
    },
    of,
    async before({ power, subject }) {
      await of(power, subject)?.before?.(subject)
    },
    powers: () => POWER_NAMES.filter((name) => byPower.has(name)),
  }
}

/** The first of what an effect's body must have that is not there; null: it is whole. */
export function incomplete({ takes = [] }: Effect, body: Body): Refusal<'BODY_INCOMPLETE'> | null {
  const field = takes.find((name) => (body[name] ?? null) === null)
  return field === undefined ? null : no('BODY_INCOMPLETE', { field })
}

/** The first field of a body that its effect has no use for (`only`); null: it has none. */
export function surplus({ takes = [], only }: Effect, body: Body): Refusal<'BODY_UNKNOWN'> | null {
  const field = only === true ? Object.keys(body).find((name) => !takes.includes(name)) : undefined
  return field === undefined ? null : no('BODY_UNKNOWN', { field })
}

/**
 * The refusal of a signer who has not looked where the effect wants it. Looks that have lapsed count no more:
 * what they showed was shown a day ago.
 */
export function notLooked(
  tables: TableReader,
  { looks, looksAt }: Effect,
  subject: string,
  body: Body,
  operatorId: string,
): Refusal<'NOT_LOOKED'> | null {
  if (looks === undefined) return null
  const hasLooked = (of: { subject: string; body: Body }): boolean =>
    tables
      .of(approvals)
      .by('case', `${looks} ${of.subject}`)
      .some(
        (row) =>
          row.status === 'carried-out' &&
          canonical(row.body) === canonical(of.body) &&
          row.signatures.some((signature) => signature.operatorId === operatorId),
      )
  return (looksAt?.(tables, subject) ?? [{ subject, body }]).every(hasLooked) ? null : no('NOT_LOOKED')
}
