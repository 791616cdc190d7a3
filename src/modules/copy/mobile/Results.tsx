import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { PoolDetail } from '../contract.ts'

/** Results of every follower's money, losses as large as gains, those who left included. */
export function Results({ pool: { results, navOn } }: { pool: PoolDetail }) {
  const t = useT()
  const f = useFormat()
  const most = Math.max(...results.steps.map(({ followers }) => followers), 1)
  const label = ({ from, below }: (typeof results.steps)[number]): string =>
    from === null
      ? t('copy.results.under', { below: below! / 100 })
      : below === null
        ? t('copy.results.over', { from: from / 100 })
        : t('copy.results.step', { from: from / 100, below: below / 100 })
  return (
    <Section label={t('copy.section.results')}>
      <SectionHead title={t('copy.section.results')} note={t('copy.section.resultsNote')} />
      {navOn !== null && (
        <p className="pb-2 text-1 text-grey-1">{t('copy.results.by', { on: f.date(navOn) })}</p>
      )}
      {results.followers === 0 ? (
        <p className="text-2 text-grey-1">{t('copy.results.none')}</p>
      ) : (
        <>
          <p className="pb-2 text-2">
            {t('copy.results.losing', { followers: results.followers, losing: results.losing })}
          </p>
          <ul className="flex flex-col gap-1 pb-2">
            {results.steps.map((step) => (
              <li key={label(step)} className="flex items-center gap-2 text-1">
                <span className="w-26 shrink-0 text-right text-grey-1">{label(step)}</span>
                <span className="grow">
                  <span
                    className={`block h-4 rounded-1 ${step.below !== null && step.below <= 0 ? 'bg-down' : 'bg-up'}`}
                    style={{ width: `${(step.followers * 100) / most}%` }}
                  />
                </span>
                <span className="w-10 shrink-0 text-right">{f.quantity(step.followers)}</span>
              </li>
            ))}
          </ul>
          <DefinitionList>
            <DefinitionRow label={t('copy.results.together')}>
              <Figure tone="auto" value={results.togetherBp} strong>
                {f.signedPercent(results.togetherBp)}
              </Figure>
            </DefinitionRow>
          </DefinitionList>
        </>
      )}
    </Section>
  )
}
