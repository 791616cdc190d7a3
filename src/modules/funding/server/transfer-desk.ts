import { createHash } from 'node:crypto'
import type { DateJst } from '#kernel/time.ts'
import type { Firm } from '#platform/firm.ts'
import { zenginName } from '../model/kana.ts'
import { transferDay } from '../model/withdrawal.ts'
import type { Stop } from '../model/withdrawal-timer.ts'
import { transferFile, type Payout, type Sender } from '../model/zengin-transfer.ts'
import { detailsHash } from './details.ts'
import { detailsOf } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { paymentStop } from './payment-stops.ts'
import { bankAccounts, transferFiles, withdrawals, type WithdrawalRow } from './tables.ts'
import type { WrittenFile } from './transfers.ts'

/** Transfers of one file. */
const MOST_TRANSFERS = 500
const MOST_WRITTEN = 20
/** A bank's or branch's name in a record: the codes decide, so what is longer is cut, unlike the payee's. */
const PLACE_BYTES = 15

/**
 * Reason why a withdrawal cannot stand in a file: it is stopped, its account is not what the journal knows,
 * its branch is gone, the firm's own account is not set, or a field does not fit.
 */
type Unwritable = 'stopped' | 'account-differs' | 'branch-unknown' | 'firm-missing' | 'field'
/** `stop`: what a stopped one waits for. */
type LeftOut = { id: string; problem: Unwritable; stop: Stop | null }
export type NextTransfers = { id: string | null; file: WrittenFile | null; unwritable: readonly LeftOut[] }

/**
 * Writes the files for the bank: from approved withdrawals and the accounts behind them, the same bytes each
 * time.
 */
export function openTransfers({ context, banks }: Pick<FundingDeps, 'context' | 'banks'>) {
  const written = new Map<string, WrittenFile>()
  let leftOut: readonly LeftOut[] = []
  const read = () => context.engine.read

  async function payoutOf(row: WithdrawalRow): Promise<Payout | Unwritable> {
    const details = await detailsOf(context.db, row.accountId)
    if (
      details === undefined ||
      detailsHash(details) !== read().of(bankAccounts).get(row.accountId)?.detailsHash
    )
      return 'account-differs'
    const kana = await banks.kana(details.bankCode, details.branchCode)
    if (kana === null) return 'branch-unknown'
    const { bankCode, branchCode, type, number, holder } = details
    return {
      bankCode,
      branchCode,
      type,
      number,
      bankKana: cut(kana.bankKana),
      branchKana: cut(kana.branchKana),
      payee: holder,
      yen: row.yen,
      reference: row.reference,
    }
  }

  function write(payouts: readonly Payout[], day: DateJst): { id: string; bytes: Uint8Array } | null {
    const sender = senderOf(context.config.firm)
    const file = sender === null ? null : transferFile(sender, payouts, day)
    return file?.ok ? { id: createHash('sha256').update(file.value).digest('hex'), bytes: file.value } : null
  }

  return {
    /**
     * The file that would be made now, of all that is approved and in none yet, oldest first. What cannot be
     * written is named and left out.
     */
    async next(): Promise<NextTransfers> {
      const now = Math.floor(context.clock.wall())
      const day = transferDay(now, context.businessDays.isTradingDay, context.businessDays.next)
      const rows = read()
        .of(withdrawals)
        .range('unpaid', 'all')
        .filter(({ transferId }) => transferId === null)
      const payouts: Payout[] = []
      const inFile: WithdrawalRow[] = []
      const unwritable: LeftOut[] = []
      const leaveOut = ({ id }: WithdrawalRow, problem: Unwritable, stop: Stop | null = null) =>
        void unwritable.push({ id, problem, stop })
      // A payment that is left out takes nobody's place.
      for (const row of rows) {
        if (inFile.length === MOST_TRANSFERS) break
        const stop = paymentStop(read(), row, Math.floor(context.clock.confirmed()))
        if (stop !== null) {
          leaveOut(row, 'stopped', stop.stop)
          continue
        }
        const payout = await payoutOf(row)
        if (typeof payout === 'string') leaveOut(row, payout)
        else if (write([payout], day) === null)
          leaveOut(row, context.config.firm === null ? 'firm-missing' : 'field')
        else {
          payouts.push(payout)
          inFile.push(row)
        }
      }
      leftOut = unwritable
      const made = payouts.length === 0 ? null : write(payouts, day)
      if (made === null) return { id: null, file: null, unwritable }
      const file = {
        day,
        withdrawalIds: inFile.map(({ id }) => id),
        yen: inFile.reduce((sum, { yen }) => sum + yen, 0),
      }
      written.delete(made.id)
      written.set(made.id, file)
      for (const id of written.keys()) if (written.size > MOST_WRITTEN) written.delete(id)
      return { id: made.id, file, unwritable }
    },
    get: (id: string): WrittenFile | undefined => written.get(id),
    /**
     * No file could take this withdrawal when the next one was last written; a stop has a beginning and an
     * end.
     */
    isUnwritable: (withdrawalId: string): boolean =>
      leftOut.some(({ id, problem }) => id === withdrawalId && problem !== 'stopped'),
    /**
     * The bytes of a file that was made; null where they would not be the ones that the journal knows any
     * more. Undefined: there is no such file.
     */
    async bytesOf(id: string): Promise<Uint8Array | null | undefined> {
      const row = read().of(transferFiles).get(id)
      if (row === undefined) return undefined
      const payouts = await Promise.all(
        row.withdrawalIds.map((each) => payoutOf(read().of(withdrawals).get(each)!)),
      )
      const whole = payouts.filter((each) => typeof each !== 'string')
      const made = whole.length === payouts.length ? write(whole, row.day) : null
      return made?.id === id ? made.bytes : null
    },
  }
}
/** The sender of transfer files; null: the firm's settings are missing. */
function senderOf(firm: Firm | null): Sender | null {
  if (firm === null) return null
  const { senderKana: name, ...place } = firm.accounts.payouts
  return { ...place, name }
}

export type Transfers = ReturnType<typeof openTransfers>

const cut = (kana: string): string => (zenginName(kana) ?? '').slice(0, PLACE_BYTES).trim()
