import { Bug } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { POWER_NAMES, powerOf, type PowerName } from '#registry/powers.ts'
import type { ReadWhat } from '../contract.ts'
import type { Body } from '../model/request.ts'

/** The place in the console where a case is worked on: a page, and the row that it opens. */
export type CaseAddress = { page: string; path?: readonly string[]; at?: string }

/** A case as a list shows it: by numbers, without anybody's name. */
export type CaseBrief = {
  /** Its name at the desk: a reference, a number, the id of an offer. */
  name: string
  amount: Yen | null
  /** Bank and last digits of the account that the money goes to. */
  account: string | null
  address: CaseAddress
}

/** A case by which no money moves. */
export const plainCase = (name: string, address: CaseAddress): CaseBrief => ({
  name,
  amount: null,
  account: null,
  address,
})

/** A fact about a case in the reader's language: words, or money. `was`: what it takes the place of. */
export type CaseFact = { label: string; value: string | Yen; was?: string }
export type CaseCheck = { label: string; passed: boolean; value: string | null }

/** A case as whoever signs about it reads it; `look`: what the member reads of that. */
export type CaseDetail = {
  /** The verified name of whom it is about. */
  person: string | null
  facts: readonly CaseFact[]
  checks: readonly CaseCheck[]
  look: ReadWhat | null
}

/**
 * Reading side of the powers that several people sign: whoever signs second sees what the first one saw. A
 * request says by its subject and body alone what it is about.
 */
export type CaseReader = {
  powers: readonly PowerName[]
  /** null: the case is known no more. */
  brief: (subject: string, body: Body, lang: string) => Promise<CaseBrief | null>
  /** The money that moves by such a request, of rows in memory; left out: none does. */
  yen?: (subject: string, body: Body) => Yen | null
} & (
  | { detail: (subject: string, body: Body, lang: string) => Promise<CaseDetail> }
  /**
   * The terms of a request that is about no member: its whole body in the words and units that whoever asked
   * for it saw, old against new where something is replaced.
   */
  | { terms: (subject: string, body: Body, lang: string) => readonly CaseFact[] }
)
type Request = Parameters<CaseReader['brief']>

export const NO_DETAIL: CaseDetail = { person: null, facts: [], checks: [], look: null }

export type CaseReaders = {
  add(reader: CaseReader): void
  brief(power: PowerName, ...request: Request): Promise<CaseBrief | null>
  detail(power: PowerName, ...request: Request): Promise<CaseDetail>
  /** The terms of a request about no member; none: it is a member's case. */
  terms(power: PowerName, ...request: Request): readonly CaseFact[]
  yen(power: PowerName, subject: string, body: Body): Yen | null
  /**
   * No signature under what others asked for is blind: every power has a reader that several people sign, or
   * that is signed in lists. Throws `Bug`.
   */
  assertComplete(isListed: (power: PowerName) => boolean): void
}

export function openCaseReaders(): CaseReaders {
  const byPower = new Map<PowerName, CaseReader>()
  /** Terms whose value stays as it was show no earlier one. */
  const termsOf = (reader: CaseReader | undefined, request: Request): readonly CaseFact[] =>
    reader === undefined || !('terms' in reader)
      ? []
      : reader
          .terms(...request)
          .map(({ was, ...fact }) => (was === undefined || was === fact.value ? fact : { ...fact, was }))
  return {
    add(reader) {
      for (const power of reader.powers) {
        if (byPower.has(power)) throw new Bug(`two modules read the cases of ${power}`)
        byPower.set(power, reader)
      }
    },
    brief: async (power, ...request) => (await byPower.get(power)?.brief(...request)) ?? null,
    async detail(power, ...request) {
      const reader = byPower.get(power)
      if (reader === undefined || (await reader.brief(...request)) === null) return NO_DETAIL
      return 'detail' in reader
        ? reader.detail(...request)
        : { ...NO_DETAIL, facts: termsOf(reader, request) }
    },
    terms: (power, ...request) => termsOf(byPower.get(power), request),
    yen: (power, subject, body) => byPower.get(power)?.yen?.(subject, body) ?? null,
    assertComplete(isListed) {
      const blind = POWER_NAMES.filter(
        (name) => (powerOf(name).signers.length > 1 || isListed(name)) && !byPower.has(name),
      )
      if (blind.length > 0) throw new Bug(`nobody can read what they sign: ${blind.join(', ')}`)
    },
  }
}
