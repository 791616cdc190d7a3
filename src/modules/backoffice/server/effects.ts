import { hash } from 'node:crypto'
import { no } from '#kernel/result.ts'
import { dateJst, type DateJst } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { readDeviceKey } from '#platform/http/signature.ts'
import type { Body, Effect } from '#modules/staff/server/public.ts'
import { MOST_FIRM_KEYS, readFirmKeyTerms, stateOfKey } from '../model/firm-key.ts'
import { firmKeys } from './tables.ts'

/** True for the public half of a P-256 key in its one spelling. */
export const isPublicKey = (publicKey: string): boolean =>
  readDeviceKey(publicKey)?.export({ format: 'der', type: 'spki' }).toString('base64url') === publicKey

const ID_LENGTH = 32
const FINGERPRINT_LENGTH = 16
const hashOf = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64url'))
/** A key is named by its public half: one public key is one key for ever, and the request says which. */
export const firmKeyId = (publicKey: string): string => hashOf(publicKey).slice(0, ID_LENGTH)
export const fingerprintOf = (publicKey: string): string => hashOf(publicKey).slice(0, FINGERPRINT_LENGTH)

const standing = (tables: TableReader, today: DateJst) =>
  tables
    .of(firmKeys)
    .all()
    .filter((row) => stateOfKey(row, { today, hasOwner: true }) === 'active')

/** `today`: of the wall clock. */
export function firmKeyEffects(today: () => DateJst): [Effect<Body, { today: DateJst }>, Effect] {
  return [
    {
      power: 'firm-key.make',
      takes: ['name', 'scopes', 'networks', 'publicKey', 'until'],
      memberOf: () => null,
      captureInputs: () => ({ today: today() }),
      refuse(tables, subject, body, inputs) {
        const terms = readFirmKeyTerms(body, inputs.today, isPublicKey)
        if (!terms.ok) return terms
        if (subject !== firmKeyId(terms.value.publicKey)) return no('FIRM_KEY_PUBLIC_KEY')
        if (tables.of(firmKeys).get(subject) !== undefined) return no('FIRM_KEY_TAKEN')
        return standing(tables, inputs.today).length < MOST_FIRM_KEYS
          ? null
          : no('FIRM_KEYS_MOST', { most: MOST_FIRM_KEYS })
      },
      carryOut(tables, { subject, body, signers }, { wall }, inputs) {
        const terms = readFirmKeyTerms(body, inputs.today, isPublicKey)
        if (!terms.ok) return terms
        tables
          .of(firmKeys)
          .insert({
            ...terms.value,
            id: subject,
            ownerId: signers[0]!.operatorId,
            madeAt: wall,
            usedAt: null,
            revokedAt: null,
            revokedBy: null,
          })
        return done({ id: subject })
      },
    },
    {
      power: 'firm-key.revoke',
      memberOf: () => null,
      refuse(tables, subject) {
        const row = tables.of(firmKeys).get(subject)
        if (row === undefined) return no('FIRM_KEY_UNKNOWN')
        return row.revokedAt === null ? null : no('FIRM_KEY_OVER')
      },
      carryOut(tables, { subject, signers }, { wall }) {
        const row = tables.of(firmKeys).get(subject)!
        tables.of(firmKeys).update(row, { revokedAt: wall, revokedBy: signers[0]!.operatorId })
        return done({ id: subject })
      },
    },
  ]
}

/** Notes that a key has been used lately. */
export const noteFirmKeyUse = defineCommand({
  type: 'firm-key.used',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { at }) {
    const row = tables.of(firmKeys).get(id)
    if (row !== undefined) tables.of(firmKeys).update(row, { usedAt: at })
    return done({})
  },
})

export const todayOf = (wall: number): DateJst => dateJst(Math.floor(wall))
