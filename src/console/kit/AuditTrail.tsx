import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listAudit, type AuditRow } from '#modules/staff/operator-contract.ts'
import { hrefOf } from './address.ts'
import { PaneSection, PersonName } from './Pane.tsx'
import { StageMark } from './Stage.tsx'

/** One line of the audit log: when, who, what, refused or done, and the record that proves it. */
export function AuditLine({ row }: { row: AuditRow }) {
  const t = useT()
  const f = useFormat()
  return (
    <li className="flex flex-col text-1">
      <span className="flex gap-2 text-grey-1">
        <time dateTime={row.at}>{f.moment(row.at)}</time>
        <span className="flex-1">
          {row.actor === null ? t('console.audit.system') : <PersonName person={row.actor} at={row.at} />}
        </span>
        <a className="desk-link" href={hrefOf('audit', [], { at: String(row.seq) })}>
          {t('console.audit.record', { seq: String(row.seq) })}
        </a>
      </span>
      <span>
        {row.what} <StageMark stage={row.stage} />
        {row.refused !== null && <span className="text-danger"> {row.refused}</span>}
      </span>
    </li>
  )
}

/** The acts and attempts about one case. */
export function AuditTrail({ subject }: { subject: string }) {
  const t = useT()
  const rows = useRead(listAudit, { query: { subject } }, { quiet: true }).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <PaneSection title={t('console.audit.title')}>
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <AuditLine key={row.seq} row={row} />
        ))}
      </ul>
    </PaneSection>
  )
}
