import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { PaneSection } from '#console/kit/Pane.tsx'
import { getReplayFiles } from '../operator-contract.ts'

/**
 * The parts of a replay's files that are not used, or not played as they stand: rows with their line and
 * reason, and days.
 */
export function ReplayFiles() {
  const t = useT()
  const f = useFormat()
  const { data } = useRead(getReplayFiles, {})
  if (!data) return null
  const { refused, refusedCount, faults, faultCount } = data
  return (
    <PaneSection title={t('market.console.files')}>
      {refusedCount + faultCount === 0 && (
        <p className="text-1 text-grey-1">{t('market.console.filesSound')}</p>
      )}
      {refusedCount > 0 && (
        <>
          <p className="text-2">{t('market.console.refusedRows', { n: refusedCount })}</p>
          <ul className="text-1 text-grey-1">
            {refused.map(({ file, line, code, kind, value, first, second }) => (
              <li key={`${file} ${line} ${kind}`}>
                {t('market.console.row', { file, line: String(line) })}　{code}
                {'　'}
                {t(`market.defect.${kind}`, { value, first, second })}
              </li>
            ))}
          </ul>
        </>
      )}
      {faultCount > 0 && (
        <>
          <p className="text-2">{t('market.console.faultyDays', { n: faultCount })}</p>
          <ul className="text-1 text-grey-1">
            {faults.map(({ code, date, kind }) => (
              <li key={`${code} ${date} ${kind}`}>
                {f.day(date)}　{code}　{t(`market.fault.${kind}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </PaneSection>
  )
}
