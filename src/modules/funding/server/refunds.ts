import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done, type Outcome } from '#platform/engine/command.ts'
import type { Json } from '#kernel/hash.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { NOBODY } from '#modules/ledger/model/accounts.ts'
import { post, type PostedAt } from '#modules/ledger/server/public.ts'
import { endOpenRequest, openRequest, type Effect } from '#modules/staff/server/public.ts'
import { decideRefund, refundIdOf } from '../model/refund.ts'
import { after, REFUND } from '../model/states.ts'
import { freeReference } from './deposits.ts'
import { importerOf, isCorrectedDebit, isPaymentNumber, openLine } from './open-line.ts'
import {
  deposits,
  refundEntries,
  refunds,
  statementLines,
  type RefundRow,
  type StatementLineRow,
} from './tables.ts'

/**
 * Accounts of senders that were typed, by the hash that is signed: with the hash of the holder's name, which
 * is compared with the payer's. `load` brings those of a line to hand.
 */
export type Senders = {
  get(hash: string): { lineId: string; payerHash: string | null } | undefined
  load(subject: string): Promise<void>
}
type RefundDeps = { senders: Senders; bytes: (n: number) => Uint8Array; now: () => Ms }
/** `yen`: the whole of the line; `account`: hash of the sender's account. */
type Body = { lineId: string; yen: Yen; account: string }
/** `sender` null: the account is not at hand. `at`: wall clock, by which an open request is told. */
type Inputs = { sender: { lineId: string; payerHash: string | null } | null; reference: string; at: Ms }

/** The way back of a line that is in a file for the bank, or that its statement shows. */
export const isWithBank = (tables: TableReader, { reference, transferId }: RefundRow): boolean =>
  transferId !== null || openLine(tables, reference, 'out') !== undefined

/** The member whose reference the line of a refund bears; null: nobody's. */
export function memberOfLine(tables: TableReader, line: StatementLineRow | undefined): MemberId | null {
  const reference = line?.reference ?? null
  return reference === null ? null : (tables.of(deposits).by('reference', reference)[0]?.memberId ?? null)
}
const lineOf = (tables: TableReader, subject: string): StatementLineRow | undefined =>
  tables.of(statementLines).get(subject.slice(refundIdOf('').length))

const isTaken = (tables: TableReader, reference: string): boolean =>
  isPaymentNumber(tables, reference) || tables.of(deposits).by('reference', reference).length > 0

/**
 * Refused in this order: a line that is not the subject's, what `decideRefund` says, an account that is not
 * at hand, and one of somebody else than the payer whom the bank named.
 */
function cannotRefund(
  tables: TableReader,
  subject: string,
  { lineId, yen }: Body,
  { sender }: Inputs,
): Refusal | null {
  const line = tables.of(statementLines).get(lineId)
  if (refundIdOf(lineId) !== subject) return no('LINE_NOT_FOUND')
  const row = tables.of(refunds).get(subject)
  const known = row === undefined ? null : { state: row.state, isWithBank: isWithBank(tables, row) }
  const decided = decideRefund(line, known, yen)
  if (!decided.ok) return decided
  if (sender?.lineId !== lineId) return no('REFUND_ACCOUNT')
  return line!.payerHash !== null && sender.payerHash !== line!.payerHash ? no('LINE_OTHER_PAYER') : null
}

/**
 * Treasurer and reviewer send incoming money back that cannot be credited: the whole line, once, to an
 * account of its payer (decision 0174). It is taken in as money of no member, so that the bank's balance is
 * borne out, and leaves by the file for the bank. Who brought the line in is not the last to sign.
 */
const decideEffect = ({ senders, bytes, now }: RefundDeps): Effect<Body, Inputs> => ({
  power: 'refund.decide',
  takes: ['lineId', 'yen', 'account'],
  only: true,
  memberOf: (tables, subject) => memberOfLine(tables, lineOf(tables, subject)),
  before: (subject) => senders.load(subject),
  captureInputs: (tables, _subject, { account }) => ({
    sender: senders.get(account) ?? null,
    reference: freeReference(bytes, (reference) => isTaken(tables, reference)),
    at: now(),
  }),
  refuse: cannotRefund,
  excluded(tables, subject, inputs) {
    const importer = importerOf(tables, lineOf(tables, subject))
    const open = openRequest(tables, 'refund.decide', subject, inputs?.at ?? now())
    const isLast = open?.signatures.some(({ operatorId }) => operatorId !== importer) === true
    return importer !== null && isLast ? [importer] : []
  },
  carryOut(tables, { subject, body, reason, signers }, when, inputs) {
    const refused = cannotRefund(tables, subject, body, inputs)
    if (refused) return refused
    const line = tables.of(statementLines).get(body.lineId)!
    const decided = {
      detailsHash: body.account,
      reason: reason!.code,
      decidedBy: signers.map(({ operatorId }) => operatorId).join(' '),
      decidedAt: when.wall,
    }
    const row = tables.of(refunds).get(subject)
    if (row !== undefined) {
      // A number of its own for what came back, so that each payment has its own line.
      const { reference, detailsHash, transferId } = row
      const anew =
        row.state !== 'bounced'
          ? {}
          : {
              reference: inputs.reference,
              transferId: null,
              earlier: [...row.earlier, { reference, detailsHash, transferId }],
            }
      tables.of(refunds).update(row, { ...decided, ...anew, state: after(REFUND, row.state, 'again')! })
      return done({ state: 'approved' })
    }
    tables
      .of(refunds)
      .insert({
        ...decided,
        id: subject,
        lineId: line.id,
        yen: line.yen,
        memberId: memberOfLine(tables, line),
        reference: inputs.reference,
        state: 'approved',
        transferId: null,
        paidAt: null,
        bouncedAt: null,
        earlier: [],
      })
    book(tables, when, { refundId: subject, line, way: 'in' })
    return done({ state: 'approved' })
  },
})

/** Posting of a line as money of no member that came or went; it stands for its refund. */
function book(
  tables: TableAccess,
  when: PostedAt & { wall: Ms },
  { refundId, line, way }: { refundId: string; line: StatementLineRow; way: 'in' | 'out' },
): void {
  const [from, to] = way === 'in' ? (['bank', 'unidentified'] as const) : (['unidentified', 'bank'] as const)
  post(tables, when, [{ memberId: NOBODY, from, to, yen: line.yen, taxYen: 0, kind: 'unidentified' }])
  tables
    .of(refundEntries)
    .insert({ id: `${when.seq}-0`, refundId, way, yen: line.yen, lineId: line.id, at: when.wall })
  tables.of(statementLines).update(line, { usedFor: refundId })
}

/**
 * Absent in journals of before: a request that was open then outlived its refund. `secondDebit`: what the
 * bank gave back of a debit too many is not the sender's; absent in records from before that was asked.
 */
type FromLineInputs = { endsRequest: true; secondDebit?: true } | null
const ASKED: FromLineInputs = { endsRequest: true, secondDebit: true }
/** Gone, or sent back by the sender's bank: from a line that another treasurer brought in. */
const fromLine = (act: 'pay' | 'bounce'): Effect<{ lineId: string }, FromLineInputs> => {
  const kind = act === 'pay' ? 'out' : 'returned'
  const refuse = (
    tables: TableReader,
    subject: string,
    { lineId }: { lineId: string },
    inputs: FromLineInputs = ASKED,
  ): Refusal | null => {
    const row = tables.of(refunds).get(subject)
    if (row === undefined || after(REFUND, row.state, act) === null) return no('REFUND_DECIDED')
    const line = tables.of(statementLines).get(lineId)
    if (line === undefined) return no('LINE_NOT_FOUND')
    if (line.usedFor !== null) return no('LINE_USED')
    if (line.kind !== kind) return no('LINE_OTHER_KIND')
    if (line.reference !== row.reference) return no('LINE_OTHER_REFERENCE')
    if (line.yen !== row.yen) return no('LINE_OTHER_AMOUNT')
    return act === 'bounce' && inputs?.secondDebit === true && isCorrectedDebit(tables, line)
      ? no('LINE_OF_SECOND_DEBIT')
      : null
  }
  return {
    power: act === 'pay' ? 'refund.mark-paid' : 'refund.mark-bounced',
    takes: ['lineId'],
    only: true,
    memberOf: (tables, subject) => tables.of(refunds).get(subject)?.memberId ?? null,
    refuse,
    captureInputs: () => ASKED,
    excluded(tables, subject) {
      const row = tables.of(refunds).get(subject)
      const lines = row === undefined ? [] : tables.of(statementLines).by('open', row.reference)
      return lines.filter((line) => line.kind === kind).flatMap((line) => importerOf(tables, line) ?? [])
    },
    carryOut(tables, { subject, body }, when, inputs): Outcome<Json> {
      const refused = refuse(tables, subject, body, inputs)
      if (refused) return refused
      const row = tables.of(refunds).get(subject)!
      const state = after(REFUND, row.state, act)!
      const line = tables.of(statementLines).get(body.lineId)!
      book(tables, when, { refundId: subject, line, way: act === 'pay' ? 'out' : 'in' })
      tables
        .of(refunds)
        .update(row, { state, ...(act === 'pay' ? { paidAt: when.wall } : { bouncedAt: when.wall }) })
      if (inputs?.endsRequest === true) endOpenRequest(tables, 'refund.decide', subject, when.wall)
      return done({ state })
    },
  }
}

export const refundEffects = (deps: RefundDeps): Effect[] => [
  decideEffect(deps),
  fromLine('pay'),
  fromLine('bounce'),
]
