import type { ChipDocument } from './methods.ts'

/** Facts that the issuer of a card has signed, as its chip holds them. */
export type ChipFacts = {
  documentType: ChipDocument
  name: string
  /** YYYY-MM-DD. */
  birthDate: string
  address: string
  idNumber: string
  /** SHA-256 (hex) of the portrait's bytes, which are signed by it. */
  portraitSha256: string
}

const ORDER = ['documentType', 'name', 'birthDate', 'address', 'idNumber', 'portraitSha256'] as const

/** The text under the issuer's signature, as UTF-8. */
export const chipText = (facts: ChipFacts): string =>
  `AKARI-SIMULATED-CHIP-v1\0${JSON.stringify(ORDER.map((field) => facts[field]))}`
