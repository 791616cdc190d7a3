import { useFormat, useT } from '#client/texts.ts'
import { hrefOf } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import type { LineView } from '../operator-contract.ts'
import { matchTone, useDeskWords } from './labels.ts'

/** The lines of the bank about a case; `title`: of others that may be about it. */
export function Lines({ lines, title }: { lines: readonly LineView[]; title?: string }) {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  return (
    <PaneSection title={title ?? t('funding.console.lines')}>
      {lines.length === 0 && <p className="text-1 text-grey-1">{t('funding.console.noLines')}</p>}
      <ul className="flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-col">
            <span className="flex items-center justify-between gap-2">
              <span className="font-strong">
                {words.kind(line.kind)} {f.money(line.amount)}
              </span>
              <Mark tone={matchTone(line.match)}>{words.match(line.match)}</Mark>
            </span>
            <span className="flex flex-wrap gap-x-2 text-1 text-grey-1">
              <span>{line.payer}</span>
              <span>{line.reference}</span>
              <time dateTime={line.bookedAt}>{f.day(line.bookedAt)}</time>
            </span>
            <span className="text-1 text-grey-1">
              {line.fileId === null ? (
                t('funding.console.source', { source: line.source })
              ) : (
                <a className="desk-link" href={hrefOf('statements', [], { view: 'all', at: line.id })}>
                  {t('funding.console.source', { source: line.source })}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </PaneSection>
  )
}
