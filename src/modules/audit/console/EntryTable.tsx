import type { ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf } from '#console/kit/address.ts'
import type { EntryRow } from '../operator-contract.ts'

/** An account by its id, which is what the journal calls it; leads to its entries. */
export function AccountLink({ id, at }: { id: string; at?: string | undefined }) {
  if (id === at) return <span className="font-code text-1">{shortAccount(id)}</span>
  return (
    <a className="desk-link font-code text-1" href={hrefOf('ledger', [id])} title={id}>
      {shortAccount(id)}
    </a>
  )
}
/** The middle of a member's id is left out. */
export const shortAccount = (id: string): string => id.replace(/^m:[^:]*([^:]{6}):/, 'm:…$1:')

/** The record of the journal that made an entry: its text, its hash, its place in the chain. */
export function RecordLink({ entry }: { entry: string }) {
  const t = useT()
  return (
    <a
      className="desk-link"
      href={hrefOf('journal', [entry.split('-')[0]!])}
      aria-label={t('audit.console.entry.record', { id: entry })}
    >
      {entry}
    </a>
  )
}

/** Entries of the ledger as rows, each with its reason and the record behind it. */
export function EntryTable({
  rows,
  account,
  label,
}: {
  rows: readonly EntryRow[]
  account?: string
  label: string
}): ReactNode {
  const t = useT()
  const f = useFormat()
  return (
    <table className="desk-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('audit.console.entry.id')}</th>
          <th scope="col">{t('audit.console.entry.at')}</th>
          <th scope="col">{t('audit.console.entry.what')}</th>
          <th scope="col">{t('audit.console.entry.debit')}</th>
          <th scope="col">{t('audit.console.entry.credit')}</th>
          <th scope="col" className="at-end">
            {t(account === undefined ? 'audit.console.entry.yen' : 'audit.console.entry.change')}
          </th>
          <th scope="col">{t('audit.console.entry.about')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <RecordLink entry={row.id} />
            </td>
            <td>
              <time dateTime={row.at}>
                {f.day(row.at)} {f.time(row.at)}
              </time>
            </td>
            <td>{row.what}</td>
            <td>
              <AccountLink id={row.debit} at={account} />
            </td>
            <td>
              <AccountLink id={row.credit} at={account} />
            </td>
            <td className="at-end font-strong">
              {account === undefined ? f.yen(row.yen) : f.signedYen(row.change)}
            </td>
            <td className="font-code text-1">
              {[row.code, row.orderId === null ? null : `…${row.orderId.slice(-6)}`]
                .filter((each) => each !== null)
                .join(' ') || '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
