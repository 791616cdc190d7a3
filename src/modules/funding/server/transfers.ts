import { no } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { confirmedOf, type Times } from './command-times.ts'
import { fundingChanged } from './events.ts'
import { paymentStop } from './payment-stops.ts'
import { refunds, transferFiles, withdrawals } from './tables.ts'
import { RUNNING } from './withdrawals.ts'

/** A file as the server wrote it: the withdrawals in the order of its records. */
export type WrittenFile = {
  day: DateJst
  withdrawalIds: readonly string[]
  /** Left out in records from before money could go back to its sender. */
  refundIds?: readonly string[]
  yen: Yen
}
/** `wall`: what of it is confirmed; records from before an approved payment could be stopped have none. */
type Inputs = (WrittenFile & { wall?: Ms }) | null
/** Files that were written a moment ago, by the hash of their bytes. */
export type WrittenFiles = { get(id: string): WrittenFile | undefined }

/**
 * A treasurer makes the file of transfers that the bank carries out. The subject is the hash of its bytes,
 * which is what is signed; what is in it, the server wrote. Each withdrawal stands in one file: of two
 * treasurers at once the second is refused whole. It moves nothing by itself. Refused in this order: a file
 * not written since the start, one that was made, one with a withdrawal that is in another or not approved
 * any more, one with a withdrawal that has been stopped since.
 */
export const makeTransferEffect = (
  files: WrittenFiles,
  times: () => Times,
): Effect<Record<string, never>, Inputs> => {
  const refuse = (tables: TableReader, subject: string, file: Inputs) => {
    if (file === null) return no('TRANSFER_NOT_WRITTEN')
    if (tables.of(transferFiles).get(subject) !== undefined) return no('TRANSFER_KNOWN')
    const isFree = file.withdrawalIds.every((id) => {
      const row = tables.of(withdrawals).get(id)
      return row?.state === 'approved' && row.transferId === null
    })
    const isEachFree = (file.refundIds ?? []).every((id) => {
      const row = tables.of(refunds).get(id)
      return row?.state === 'approved' && row.transferId === null
    })
    if (!isFree || !isEachFree) return no('WITHDRAWAL_IN_FILE')
    const { wall, withdrawalIds } = file
    if (wall === undefined) return null
    const stopped = withdrawalIds
      .map((id) => paymentStop(tables, tables.of(withdrawals).get(id)!, wall))
      .find((stop) => stop !== null)
    return stopped === undefined ? null : no('TRANSFER_STOPPED', { stop: stopped.stop })
  }
  return {
    power: 'transfer.make',
    only: true,
    memberOf: () => null,
    captureInputs(_tables, subject) {
      const file = files.get(subject)
      return file === undefined ? null : { ...file, wall: confirmedOf(times()) }
    },
    refuse: (tables, subject, _body, file) => refuse(tables, subject, file),
    carryOut(tables, { subject, signers }, when, file) {
      const refused = refuse(tables, subject, file)
      if (refused) return refused
      const { day, withdrawalIds, refundIds = [], yen } = file!
      for (const id of refundIds)
        tables.of(refunds).update(tables.of(refunds).get(id)!, { transferId: subject })
      const events = withdrawalIds.map((id) => {
        const before = tables.of(withdrawals).get(id)!
        const released = before.stoppedFor === null ? {} : { ...RUNNING, releasedAt: when.wall }
        const row = tables.of(withdrawals).update(before, { transferId: subject, ...released })
        return fundingChanged(row.memberId)
      })
      tables
        .of(transferFiles)
        .insert({
          id: subject,
          day,
          withdrawalIds,
          refundIds,
          yen,
          madeBy: signers[0]!.operatorId,
          madeAt: when.wall,
        })
      return done({ transfers: withdrawalIds.length + refundIds.length, yen }, events)
    },
  }
}
