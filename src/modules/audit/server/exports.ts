import { csv, csvRows, momentCell } from '#kernel/csv.ts'
import { no } from '#kernel/result.ts'
import { dateJst, DAY, iso, type Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { accountKey } from '#modules/portfolio/model/account-key.ts'
import { askedPage, type AskedPage } from '#modules/staff/model/desk-list.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { plainAssertion, plainEntry, plainHead } from '../model/plain-text.ts'
import {
  accountsThen,
  entriesBetween,
  exportsAsked,
  lastTradeDate,
  recordsBetween,
  type ExportRow,
} from './export-queries.ts'
import type { AuditDeps } from './deps.ts'

/** A file can be taken for so long after it was asked for. */
const TAKEN_WITHIN: Ms = DAY
const NEWEST: AskedPage = { after: null, search: null }
/**
 * Records and accounts of one piece: a piece stays below a megabyte, and so does what the server holds of a
 * file, however long.
 */
const RECORDS = 2_000
const ACCOUNTS = 2_000
const TYPES: Readonly<Record<contract.ExportForm, string>> = {
  hledger: 'text/plain',
  csv: 'text/csv',
  journal: 'application/x-ndjson',
}
const ENDS: Readonly<Record<contract.ExportForm, string>> = {
  hledger: 'journal',
  csv: 'csv',
  journal: 'ndjson',
}

/** An auditor takes the books along: everybody can read that it was done, when, and up to which record. */
const exportEffect: Effect<{ form: string }> = {
  power: 'ledger.export',
  memberOf: () => null,
  refuse: (_tables, _subject, { form }) =>
    contract.EXPORT_FORMS.includes(form as contract.ExportForm) ? null : no('EXPORT_FORM'),
  carryOut: (_tables, _act, { seq }) => done({ toSeq: seq }),
}

/** Of the entries as a table: what a reader asks for first, then the ids by which it is reconciled. */
const HEAD = [
  ...['entryId', 'at', 'tradeDate', 'entry', 'from', 'to', 'moved', 'tax', 'code'].map(
    (name) => `records.csv.${name}`,
  ),
  ...['kind', 'debit', 'credit', 'member', 'order', 'lot'].map((name) => `audit.export.head.${name}`),
]

/** The record that asked for a file is the last one in it. */
const toSeqOf = ({ id }: ExportRow): number => Number(id.slice(0, 12))

/**
 * The books as files, a piece at a time: each piece goes on from the one before it by key, and what was added
 * since is not in it.
 */
export function openExports({ context, staff }: AuditDeps) {
  const { db, clock } = context
  const view = (row: ExportRow): contract.ExportView => {
    const { role, number } = staff.personOf(row.operatorId)
    return {
      id: row.id,
      form: row.form as contract.ExportForm,
      toSeq: toSeqOf(row),
      at: iso(row.at),
      by: { role, number },
      until: iso(row.at + TAKEN_WITHIN),
    }
  }

  /** Entries of the records from `from` on, as text in this form. */
  async function entriesText(
    form: contract.ExportForm,
    from: number,
    to: number,
    lang: string,
  ): Promise<string> {
    if (form === 'journal') {
      const records = await recordsBetween(db, from, to)
      return records
        .map(({ record, hash }) => `{"hash":"${hash.toString('hex')}","record":${record.toString()}}\n`)
        .join('')
    }
    const rows = await entriesBetween(db, from, to)
    if (form === 'hledger') return rows.map(plainEntry).join('')
    const nameOf = (account: string) =>
      context.text(lang, `portfolio.account.${accountKey(account.slice(account.lastIndexOf(':') + 1))}`)
    return csvRows(
      rows.map((row) => [
        `${row.seq}-${row.n}`,
        momentCell(row.at),
        row.tradeDate,
        context.text(lang, `portfolio.entry.${row.kind}`),
        nameOf(row.debit),
        nameOf(row.credit),
        row.yen,
        row.taxYen,
        row.code,
        row.kind,
        row.debit,
        row.credit,
        row.memberId,
        row.orderId,
        row.lotId,
        null,
      ]),
    )
  }
  const head = (form: contract.ExportForm, toSeq: number, lang: string): string => {
    const says = context.text(lang, 'audit.export.says', { seq: String(toSeq) })
    if (form === 'hledger') return plainHead(says)
    if (form === 'journal') return ''
    return csv([[...HEAD.map((key) => context.text(lang, key)), says]])
  }

  return {
    effects: [exportEffect],
    routes: [
      on(contract.listExports, async ({ query }) => {
        const { rows, next, total } = await exportsAsked(db, askedPage(query))
        return { rows: rows.map(view), next, total }
      }),
      on(contract.takeExport, async ({ operator, params: { id }, query: { from = 'e0' }, lang }) => {
        const [row] = (await exportsAsked(db, NEWEST, id)).rows
        if (row === undefined || row.operatorId !== operator.operatorId) throw new NotFound()
        if (clock.wall() >= row.at + TAKEN_WITHIN) return no('EXPORT_OVER')
        const form = row.form as contract.ExportForm
        const toSeq = toSeqOf(row)
        const piece = (text: string, next: string | null) => ({
          name: `akari-${form}-${toSeq}.${ENDS[form]}`,
          type: TYPES[form],
          text,
          next,
          simulated: true as const,
        })
        if (from.startsWith('e')) {
          const first = Number(from.slice(1))
          const to = Math.min(first + RECORDS, toSeq + 1)
          const text =
            (first === 0 ? head(form, toSeq, lang) : '') + (await entriesText(form, first, to, lang))
          return piece(text, to <= toSeq ? `e${to}` : form === 'hledger' ? 'a!' : null)
        }
        const after = from.slice(1)
        const accounts = await accountsThen(db, toSeq, after === '!' ? '' : after, ACCOUNTS)
        const date = (await lastTradeDate(db, toSeq)) ?? dateJst(row.at)
        const text = accounts.map((account) => plainAssertion(date, account.id, account.yen)).join('')
        return piece(text, accounts.length < ACCOUNTS ? null : `a${accounts.at(-1)!.id}`)
      }),
    ] satisfies RouteHandler[],
  }
}
