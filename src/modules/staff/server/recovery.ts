import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#modules/module.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { CODES_OF_A_SET } from '../model/break-glass.ts'
import { readCode, spelled } from './codes.ts'
import type { Effect } from './effects.ts'
import type { HandedOver } from './handed-over.ts'
import { recoverySets, type RecoveryCode, type RecoverySetRow } from './tables.ts'

/** 80 bits, in groups that can be read out. */
const CODE_LENGTH = 16
const GROUP = /.{4}(?=.)/g

/** The set whose codes count; undefined: none was ever asked for. */
export const currentSet = (tables: TableReader): RecoverySetRow | undefined =>
  tables
    .of(recoverySets)
    .all()
    .find(({ endedAt }) => endedAt === null)

/** Asks for a new set, in the place of the one before. Its codes are made later, outside of the journal. */
export function askForSet(tables: TableAccess, id: string, at: Ms): void {
  const table = tables.of(recoverySets)
  const before = currentSet(tables)
  if (before !== undefined) table.update(before, { endedAt: at })
  table.insert({ id, askedAt: at, codes: [], madeAt: null, endedAt: null })
}

/** Keeps the hashes of the codes of a set that was asked for. */
export const keepRecoveryCodes = defineCommand({
  type: 'staff.recovery-codes',
  captureInputs: () => undefined,
  run(tables, { setId, codes }: { setId: string; codes: readonly RecoveryCode[] }, _inputs, call) {
    const set = tables.of(recoverySets).get(setId)
    if (set === undefined || set.madeAt !== null || set.endedAt !== null) return no('RECOVERY_NONE')
    tables.of(recoverySets).update(set, { codes, madeAt: call.at })
    return done({ setId })
  },
})

/** New recovery codes by an administrator and an auditor: also for a console that was founded without. */
export const recoveryEffect: Effect = {
  power: 'recovery.make',
  memberOf: () => null,
  carryOut(tables, _act, { wall, id }) {
    askForSet(tables, id, wall)
    return done({ setId: id })
  },
}

const hashOf = (key: Buffer, setId: string, code: string): string =>
  createHmac('sha256', key).update(`recovery ${setId} ${code}`).digest('hex')

/** The numbers of the set's codes that were typed; null: one of them is none. */
export function numbersOf(key: Buffer, set: RecoverySetRow, typed: readonly string[]): number[] | null {
  const numbers = typed.map((code) => {
    const hashed = Buffer.from(hashOf(key, set.id, readCode(code)), 'hex')
    return set.codes.find(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), hashed))?.number
  })
  return numbers.some((number) => number === undefined) ? null : numbers.map(Number)
}

/** Beginning of the names of files with a recovery code. */
const NAME = 'recovery-'

/**
 * Recovery codes: made once a set was asked for, each into a file of its own, and known to the database as
 * keyed hashes alone. The files lie there until somebody has taken them away.
 */
export function recoveryCodes(context: AppContext, files: HandedOver) {
  const { config, ids } = context
  let making: Promise<void> = Promise.resolve()
  async function make(): Promise<void> {
    const set = currentSet(context.engine.read)
    if (set === undefined || set.madeAt !== null) return
    const codes = Array.from({ length: CODES_OF_A_SET }, (_, index) => ({
      number: index + 1,
      code: spelled(ids.bytes(CODE_LENGTH)),
    }))
    // The files first: what is kept without them would open nothing for ever.
    for (const { number, code } of codes) files.write(`${NAME}${number}`, codeText(number, code))
    const hashed = codes.map(({ number, code }) => ({
      number,
      hash: hashOf(config.keys.pepper, set.id, code),
    }))
    await context.engine.submit(keepRecoveryCodes, { setId: set.id, codes: hashed }, SYSTEM_CALLER)
  }
  return {
    /** Makes the codes of a set that has none yet. */
    settle: (): Promise<void> => (making = making.catch(() => {}).then(make)),
    /** Codes that were not taken away yet. */
    paths: (): string[] =>
      files
        .names()
        .filter((name) => name.startsWith(NAME))
        .map(files.pathOf),
  }
}
export type RecoveryCodes = ReturnType<typeof recoveryCodes>

/** Language of the start's own output: English. */
const codeText = (number: number, code: string): string =>
  `Akari: recovery code ${number} of ${CODES_OF_A_SET} of the operators' console, for one person.

  Code      ${code.replaceAll(GROUP, '$&-')}

Print it, delete this file, and keep the three with three different people. Two of them begin a break-glass
at the console (Recovery): after 24 hours of notice to all operators and members the server invites a new
administrator and a new auditor. One alone opens nothing. The server knows the codes as hashes and cannot
show them again.
`
