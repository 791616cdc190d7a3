import { useFormat, useT, useText } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import type { CaseView } from '../operator-contract.ts'

/** Notes and steps of a case, oldest first. */
export function History({ entries }: { entries: CaseView['entries'] }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  if (entries.length === 0) return <p className="text-grey-1">{t('signals.console.history.none')}</p>
  return (
    <ul aria-label={t('signals.console.history')}>
      {entries.map(({ id, kind, words, by, at, sealed, link }) => (
        <li key={id} className="border-b border-grey-3 py-2">
          <p className="flex flex-wrap items-baseline gap-2 text-1 text-grey-1">
            <span>{f.moment(at)}</span>
            <PersonName person={by} at={at} />
            <Mark tone="grey">{t(`signals.console.entry.${kind}`)}</Mark>
            {sealed && <Mark tone="warn">{t('signals.console.sealed')}</Mark>}
          </p>
          <p className="break-words whitespace-pre-line">
            {link !== null
              ? `${t(`signals.console.what.${link.what}`)} ${link.reference ?? ''}`
              : kind === 'closed' || kind === 'opened'
                ? text(`staff.reason.${words}`)
                : words}
          </p>
        </li>
      ))}
    </ul>
  )
}
