import { iso, spanOf } from '#kernel/time.ts'
import { BrokenChain, CHAIN_START, chained, readRecord } from '#platform/engine/journal.ts'
import { entriesOf, type TransferRow } from '#modules/ledger/server/public.ts'
import { DEBT_ACCOUNTS, OWN_ACCOUNTS, type MemberAccount } from '#modules/ledger/model/accounts.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import { actorOf } from '../model/actor.ts'
import { checkBeyond } from './check-queries.ts'
import {
  accountOf,
  accountsAfter,
  entriesOfRecord,
  headNow,
  firmEntries,
  recordsAt,
  totalsByKind,
  writtenHead,
  type At,
} from './ledger-queries.ts'
import { idOfNumber } from './member-queries.ts'
import type { AuditDeps } from './deps.ts'

const ROWS = 50
const SIMULATED = { simulated: true } as const
const hex = (bytes: Buffer): string => bytes.toString('hex')
const MEMBER_ACCOUNTS: ReadonlySet<string> = new Set([...OWN_ACCOUNTS, ...DEBT_ACCOUNTS])

const atOf = (id: string | undefined): At | null => {
  if (id === undefined) return null
  const [seq, n] = id.split('-').map(Number)
  return { seq: seq!, n: n! }
}

/** An entry as it is read, its kind in words. `account`: the one that is looked at; null: none. */
export const entryRow =
  (text: AuditDeps['context']['text'], lang: string, account: string | null) =>
  (row: TransferRow): contract.EntryRow => ({
    id: `${row.seq}-${row.n}`,
    seq: row.seq,
    at: iso(row.at),
    tradeDate: row.tradeDate,
    kind: row.kind,
    what: text(lang, `portfolio.entry.${row.kind}`),
    debit: row.debit,
    credit: row.credit,
    yen: row.yen,
    change: row.credit === account ? row.yen : row.debit === account ? 0 - row.yen : 0,
    tax: row.taxYen,
    memberId: row.memberId,
    orderId: row.orderId,
    lotId: row.lotId,
    code: row.code,
  })

/** Accounts, their entries, and the records of the journal behind them. */
export function bookRoutes({ context, staff }: AuditDeps): RouteHandler[] {
  const { db } = context
  const rowOf = (lang: string, account: string | null) => entryRow(context.text, lang, account)

  return [
    on(contract.listAccounts, async ({ operator, query: { of, kind = null, after = '' } }) => {
      const memberId = of === undefined ? undefined : of === 'house' ? null : await idOfNumber(db, Number(of))
      const isNobody = of !== undefined && memberId === undefined
      const [found, totals] = await Promise.all([
        isNobody ? [] : accountsAfter(db, { memberId, kind, after, limit: ROWS }),
        totalsByKind(db),
      ])
      for (const owner of new Set(found.flatMap((row) => row.memberId ?? [])))
        await staff.logRead(operator.operatorId, owner, 'ledger')
      return {
        rows: found.map(({ balanceYen, ...row }) => ({ ...row, yen: balanceYen })),
        next: found.length < ROWS ? null : found.at(-1)!.id,
        totals,
        sum: totals.reduce((sum, { yen }) => sum + yen, 0),
        ...SIMULATED,
      }
    }),
    on(
      contract.showAccount,
      async ({ operator, params: { account: id }, query: { before, kind = null, from, to }, lang }) => {
        const account = await accountOf(db, id)
        if (account === undefined) throw new NotFound()
        const { memberId } = account
        const span = spanOf({ from, to })
        const at = atOf(before)
        const filter = { before: at, kind, from: span.from ?? null, to: span.to ?? null, limit: ROWS }
        let entries: { rows: TransferRow[]; next: At | null }
        if (memberId === null) entries = await firmEntries(db, id, filter)
        else {
          if (!MEMBER_ACCOUNTS.has(account.kind)) throw new NotFound()
          await staff.logRead(operator.operatorId, memberId, 'ledger')
          const rows = await entriesOf(db, memberId, {
            before: at,
            limit: ROWS,
            account: account.kind as MemberAccount,
            orderId: null,
            lotId: null,
            ...(kind === null ? {} : { kinds: [kind] }),
            from,
            to,
          })
          entries = { rows, next: rows.length < ROWS ? null : { seq: rows.at(-1)!.seq, n: rows.at(-1)!.n } }
        }
        return {
          id,
          memberId,
          number: account.number,
          yen: account.balanceYen,
          rows: entries.rows.map(rowOf(lang, id)),
          next: entries.next === null ? null : `${entries.next.seq}-${entries.next.n}`,
          ...SIMULATED,
        }
      },
    ),
    on(contract.showRecord, async ({ operator, params, lang }) => {
      const seq = Number(params.seq)
      const [records, entries, head, written, check] = await Promise.all([
        recordsAt(db, [seq - 1, seq, seq + 1]),
        entriesOfRecord(db, seq),
        headNow(db),
        writtenHead(db, seq),
        checkBeyond(db, seq),
      ])
      const of = (number: number) => records.find((record) => record.seq === number)
      const record = of(seq)
      if (record === undefined) throw new NotFound()
      const before = seq === 0 ? Buffer.from(CHAIN_START, 'latin1') : of(seq - 1)?.hash
      if (before === undefined) throw new BrokenChain(seq - 1, 'the record is missing')
      const follows = (from: Buffer, { record: bytes, hash }: { record: Buffer; hash: Buffer }) =>
        chained(from.toString('latin1'), bytes) === hash.toString('latin1')
      const next = of(seq + 1)
      const said = readRecord(record.record)
      const { actor } = said
      const isKept = staff.isKeptFrom(operator, record)
      const members = new Set(entries.map(({ memberId }) => memberId))
      if (actor.startsWith('m:')) members.add(actor.slice(2))
      for (const memberId of members) await staff.logRead(operator.operatorId, memberId, 'ledger')
      return {
        seq,
        at: iso(record.ts),
        type: isKept ? null : record.type,
        actor: isKept ? null : actor,
        by: isKept ? null : actorOf(said),
        record: isKept ? null : record.record.toString(),
        entries: entries.map(rowOf(lang, null)),
        before: hex(before),
        hash: hex(record.hash),
        follows: follows(before, record),
        next:
          next === undefined
            ? null
            : { seq: seq + 1, hash: hex(next.hash), follows: follows(record.hash, next) },
        head: { seq: head.seq, hash: hex(head.head) },
        written: written === undefined ? null : { seq: written.seq, hash: hex(written.hash) },
        verified:
          check === undefined ? null : { at: iso(check.begunAt), toSeq: check.toSeq!, head: check.head! },
        ...SIMULATED,
      }
    }),
  ]
}
