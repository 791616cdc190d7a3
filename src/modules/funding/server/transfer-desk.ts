import { createHash } from 'node:crypto'
import type { DateJst } from '#kernel/time.ts'
import type { Firm } from '#platform/firm.ts'
import { zenginName } from '../model/kana.ts'
import { transferDay } from '../model/withdrawal.ts'
import type { Stop } from '../model/withdrawal-timer.ts'
import { transferFile, type Payout, type Sender } from '../model/zengin-transfer.ts'
import { detailsHash, senderHash } from './details.ts'
import { detailsOf } from './queries.ts'
import { senderDetailsOf } from './refund-queries.ts'
import type { FundingDeps } from './deps.ts'
import { paymentStop } from './payment-stops.ts'
import {
  bankAccounts,
  refunds,
  transferFiles,
  withdrawals,
  type AccountDetailsRow,
  type RefundRow,
  type WithdrawalRow,
} from './tables.ts'
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
type LeftOut = { id: string; refundOf: string | null; problem: Unwritable; stop: Stop | null }
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
    return placed(details, row)
  }
  /** The sender of money that goes back; the hash is what two people signed. */
  async function refundOf({ yen, ...row }: RefundRow, fileId: string | null): Promise<Payout | Unwritable> {
    const { detailsHash: hash, reference } = row.earlier.find((each) => each.transferId === fileId) ?? row
    const details = await senderDetailsOf(context.db, hash)
    return details === undefined || senderHash(details) !== hash
      ? 'account-differs'
      : placed(details, { yen, reference })
  }
  async function placed(
    {
      bankCode,
      branchCode,
      type,
      number,
      holder,
    }: Pick<AccountDetailsRow, 'bankCode' | 'branchCode' | 'type' | 'number' | 'holder'>,
    row: Pick<WithdrawalRow, 'yen' | 'reference'>,
  ): Promise<Payout | Unwritable> {
    const kana = await banks.kana(bankCode, branchCode)
    if (kana === null) return 'branch-unknown'
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

  const problemOf = (payout: Payout | Unwritable, day: DateJst): Unwritable | null => {
    if (typeof payout === 'string') return payout
    if (write([payout], day) !== null) return null
    return context.config.firm === null ? 'firm-missing' : 'field'
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
      const back: RefundRow[] = []
      const leaveOut = (row: WithdrawalRow | RefundRow, problem: Unwritable, stop: Stop | null = null) =>
        void unwritable.push({
          id: row.id,
          refundOf: 'detailsHash' in row ? row.lineId : null,
          problem,
          stop,
        })
      // A payment that is left out takes nobody's place.
      for (const row of rows) {
        if (inFile.length === MOST_TRANSFERS) break
        const stop = paymentStop(read(), row, Math.floor(context.clock.confirmed()))
        if (stop !== null) {
          leaveOut(row, 'stopped', stop.stop)
          continue
        }
        const payout = await payoutOf(row)
        const problem = problemOf(payout, day)
        if (problem !== null) leaveOut(row, problem)
        else {
          payouts.push(payout as Payout)
          inFile.push(row)
        }
      }
      for (const row of read().of(refunds).range('unpaid', 'all')) {
        if (payouts.length === MOST_TRANSFERS) break
        if (row.state !== 'approved' || row.transferId !== null) continue
        const payout = await refundOf(row, null)
        const problem = problemOf(payout, day)
        if (problem !== null) leaveOut(row, problem)
        else {
          payouts.push(payout as Payout)
          back.push(row)
        }
      }
      leftOut = unwritable
      const made = payouts.length === 0 ? null : write(payouts, day)
      if (made === null) return { id: null, file: null, unwritable }
      const file = {
        day,
        withdrawalIds: inFile.map(({ id }) => id),
        refundIds: back.map(({ id }) => id),
        yen: [...inFile, ...back].reduce((sum, { yen }) => sum + yen, 0),
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
      const payouts = await Promise.all([
        ...row.withdrawalIds.map((each) => payoutOf(read().of(withdrawals).get(each)!)),
        ...row.refundIds.map((each) => refundOf(read().of(refunds).get(each)!, id)),
      ])
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
