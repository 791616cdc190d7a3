import { no } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { transferFiles, withdrawals } from './tables.ts'

/** A file as the server wrote it: the withdrawals in the order of its records. */
export type WrittenFile = { day: DateJst; withdrawalIds: readonly string[]; yen: Yen }
/** Files that were written a moment ago, by the hash of their bytes. */
export type WrittenFiles = { get(id: string): WrittenFile | undefined }

/**
 * A treasurer makes the file of transfers that the bank carries out. The subject is the hash of its bytes,
 * which is what is signed; what is in it, the server wrote. Each withdrawal stands in one file: of two
 * treasurers at once the second is refused whole. It moves nothing by itself. Refused in this order: a file
 * not written since the start, one that was made, one with a withdrawal that is in another or not approved
 * any more.
 */
export const makeTransferEffect = (
  files: WrittenFiles,
): Effect<Record<string, never>, WrittenFile | null> => {
  const refuse = (tables: TableReader, subject: string, file: WrittenFile | null) => {
    if (file === null) return no('TRANSFER_NOT_WRITTEN')
    if (tables.of(transferFiles).get(subject) !== undefined) return no('TRANSFER_KNOWN')
    const isFree = file.withdrawalIds.every((id) => {
      const row = tables.of(withdrawals).get(id)
      return row?.state === 'approved' && row.transferId === null
    })
    return isFree ? null : no('WITHDRAWAL_IN_FILE')
  }
  return {
    power: 'transfer.make',
    memberOf: () => null,
    captureInputs: (_tables, subject) => files.get(subject) ?? null,
    refuse: (tables, subject, _body, file) => refuse(tables, subject, file),
    carryOut(tables, { subject, signers }, when, file) {
      const refused = refuse(tables, subject, file)
      if (refused) return refused
      const { day, withdrawalIds, yen } = file!
      const events = withdrawalIds.map((id) => {
        const row = tables.of(withdrawals).update(tables.of(withdrawals).get(id)!, { transferId: subject })
        return { type: 'funding.changed', memberId: row.memberId }
      })
      tables
        .of(transferFiles)
        .insert({ id: subject, day, withdrawalIds, yen, madeBy: signers[0]!.operatorId, madeAt: when.wall })
      return done({ transfers: withdrawalIds.length, yen }, events)
    },
  }
}
