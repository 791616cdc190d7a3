import type { MemberId } from '#kernel/id.ts'
import { addDays } from '#kernel/time.ts'
import { createHmac, createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Picture } from '#platform/images.ts'
import { chipText, type ChipFacts } from '../model/chip.ts'
import type { ChipDocument } from '../model/methods.ts'
import { sampleNumber } from '../model/sample-number.ts'

/** One reading of a card's chip. `signature`: the issuer's, over `chipText(facts)`. */
export type ChipReading = { facts: ChipFacts; portrait: Picture; signature: Buffer }

/**
 * The way to a card's IC chip. `isGenuine`: the issuer signed these facts. A reader of real cards is another
 * adapter; this product has none.
 */
export type ChipReader = {
  /** True where no card is read: pages, records and reviewers are told so. */
  simulated: boolean
  read(memberId: MemberId, documentType: ChipDocument): Promise<ChipReading>
  isGenuine(facts: ChipFacts, signature: Buffer): boolean
}

const PORTRAIT = join(import.meta.dirname, '../../../../assets/sample-document/portrait.jpg')
const PORTRAIT_SIZE = { width: 720, height: 900 }
/** DER of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32
/** Births of forty years. */
const BIRTH_DAYS = 14_610

/**
 * The reader of the demo setting: one invented person a member, signed by an issuer of our own whose key
 * comes from `key`, which has to stay. A repeat reads the same card.
 */
export function simulatedReader(key: Buffer): ChipReader {
  const seed = createHmac('sha256', key).update('simulated chip issuer').digest().subarray(0, SEED_BYTES)
  const issuer = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })
  const published = createPublicKey(issuer)
  return {
    simulated: true,
    async read(memberId, documentType) {
      const portrait: Picture = { jpeg: readFileSync(PORTRAIT), ...PORTRAIT_SIZE }
      const own = createHmac('sha256', key).update(`simulated card\0${memberId}`).digest()
      const facts: ChipFacts = {
        documentType,
        name: '見本 太郎',
        birthDate: addDays('1960-01-01', own.readUInt16BE(0) % BIRTH_DAYS),
        address: `見本県見本市見本町1-2-${1 + (own[3]! % 99)}`,
        idNumber: documentType === 'licence' ? sampleNumber(digits(own, 10)) : `ZZ${digits(own, 8)}ZZ`,
        portraitSha256: hash('sha256', portrait.jpeg),
      }
      return { facts, portrait, signature: sign(null, Buffer.from(chipText(facts)), issuer) }
    },
    isGenuine: (facts, signature) => verify(null, Buffer.from(chipText(facts)), published, signature),
  }
}

const digits = (bytes: Buffer, count: number): string =>
  Array.from(bytes.subarray(4, 4 + count), (byte) => byte % 10).join('')
