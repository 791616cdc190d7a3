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

/** A fact about a case in the reader's language: words, or money. */
export type CaseFact = { label: string; value: string | Yen }
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
  /** Left out: the body says all of it, and it is nobody's. */
  detail?: (subject: string, body: Body, lang: string) => Promise<CaseDetail>
}

export const NO_DETAIL: CaseDetail = { person: null, facts: [], checks: [], look: null }

export type CaseReaders = {
  add(reader: CaseReader): void
  brief(power: PowerName, ...request: Parameters<CaseReader['brief']>): Promise<CaseBrief | null>
  detail(power: PowerName, ...request: Parameters<CaseReader['brief']>): Promise<CaseDetail>
  /** No second signature is blind: every power that several people sign has a reader. Throws `Bug`. */
  assertComplete(): void
}

export function openCaseReaders(): CaseReaders {
  const byPower = new Map<PowerName, CaseReader>()
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
      const isKnown = reader?.detail !== undefined && (await reader.brief(...request)) !== null
      return isKnown ? reader.detail!(...request) : NO_DETAIL
    },
    assertComplete() {
      const blind = POWER_NAMES.filter((name) => powerOf(name).signers.length > 1 && !byPower.has(name))
      if (blind.length > 0) throw new Bug(`nobody can read what they sign: ${blind.join(', ')}`)
    },
  }
}
