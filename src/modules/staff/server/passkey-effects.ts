import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { no, type Refusal } from '#kernel/result.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { Signature } from '../model/approval.ts'
import type { Body } from '../model/request.ts'
import type { Effect } from './effects.ts'
import { allOpenPasskeys, openPasskeys } from './open-passkeys.ts'
import { publishByRule } from './published.ts'
import { endPasskeys } from './operator-effects.ts'
import { operatorPasskeys, operators, type OperatorPasskeyRow } from './tables.ts'

/** A passkey out of what the browser made, as `readPasskey` gives it. */
export type ReadPasskey = Pick<OperatorPasskeyRow, 'id' | 'publicKey' | 'transports' | 'counter'>

const isForm = ({ id, publicKey, transports, counter }: Body): boolean =>
  typeof id === 'string' &&
  typeof transports === 'string' &&
  Number.isSafeInteger(counter) &&
  typeof publicKey === 'string' &&
  isKey(publicKey)
function isKey(publicKey: string): boolean {
  try {
    createPublicKey({ key: JSON.parse(publicKey) as JsonWebKey, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** The refusal of anybody but the owner, and of one who signs by a key that the server holds. */
const notOwn = (subject: string, signers: readonly Signature[]): Refusal | null =>
  signers.every(({ operatorId, by }) => operatorId === subject && by === 'passkey')
    ? null
    : no('PASSKEY_OTHERS')

const nobody = (): null => null

/** Passkeys of one's own, signed for by one that is there: another device, and the end of a lost one. */
export const passkeyEffects: readonly Effect[] = [
  {
    power: 'passkey.add',
    memberOf: nobody,
    takes: ['id', 'publicKey', 'transports', 'counter'],
    refuse: (tables, _operatorId, body: Body) =>
      isForm(body) && tables.of(operatorPasskeys).get((body as ReadPasskey).id) === undefined
        ? null
        : no('PASSKEY_WRONG'),
    carryOut(tables, { subject, body, signers }, { wall }) {
      const refused = notOwn(subject, signers)
      if (refused !== null) return refused
      const { id, publicKey, transports, counter } = body as ReadPasskey
      tables
        .of(operatorPasskeys)
        .insert({ id, publicKey, transports, counter, operatorId: subject, since: wall, endedAt: null })
      return done({ operatorId: subject, id })
    },
  },
  {
    power: 'passkey.end',
    memberOf: nobody,
    takes: ['id'],
    refuse: (tables, operatorId, { id }) => {
      const open = openPasskeys(tables, operatorId)
      if (!open.some((key) => key.id === id)) return no('PASSKEY_WRONG')
      return open.length < 2 ? no('PASSKEY_LAST') : null
    },
    carryOut(tables, { subject, body, signers }, { wall }) {
      const refused = notOwn(subject, signers)
      if (refused !== null) return refused
      const table = tables.of(operatorPasskeys)
      table.update(table.get((body as { id: string }).id)!, { endedAt: wall })
      return done({ operatorId: subject, id: (body as { id: string }).id })
    },
  },
]

/** The console has another name, and no passkey answers there: all of them end, and everybody reads it. */
export const endAllPasskeys = defineCommand({
  type: 'staff.end-passkeys',
  captureInputs: () => undefined,
  run(tables, { rpId }: { rpId: string }, _inputs, call) {
    const ended = allOpenPasskeys(tables)
    for (const { id } of tables.of(operators).all()) endPasskeys(tables, id, call.at)
    return done({ ended: ended.length }, [publishByRule(tables, 'passkey.end-all', rpId, call)])
  },
})
