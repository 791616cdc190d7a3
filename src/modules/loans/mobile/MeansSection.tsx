import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Section } from '#ui/Section.tsx'
import type { MeansView } from '../contract.ts'
import { MOST_TOGETHER_YEN } from '../model/terms.ts'

/**
 * The amount that may be applied for now, as the sum that it is: a third of the income or half of the shares,
 * whichever is more, less the debt.
 */
export function MeansSection({
  means,
  least,
  first = false,
}: {
  means: MeansView
  least: number
  first?: boolean
}) {
  const t = useT()
  const f = useFormat()
  return (
    <Section flush first={first} label={t('loans.means.title')}>
      <div className="px-gutter pt-3 pb-1">
        <div className="flex flex-wrap items-baseline justify-between gap-2 pb-1">
          <h2 className="text-3 font-strong">{t('loans.means.title')}</h2>
          <Figure size={3} strong unit={t('ui.yen')}>
            {f.yen(means.room)}
          </Figure>
        </div>
        <DefinitionList label={t('loans.means.title')}>
          <DefinitionRow
            label={t('loans.means.third')}
            note={
              means.incomeAnswer === null
                ? t('loans.means.noProfile')
                : t('loans.means.income', { income: f.money(means.income) })
            }
          >
            {f.money(means.third)}
          </DefinitionRow>
          <DefinitionRow
            term="secured"
            label={t('loans.means.secured')}
            note={t('loans.means.shares', { shares: f.money(means.shares) })}
          >
            {f.money(means.secured)}
          </DefinitionRow>
          <DefinitionRow term="means" label={t('loans.means.limit')}>
            {f.money(means.limit)}
          </DefinitionRow>
          <DefinitionRow label={t('loans.means.owed')}>{f.money(0 - means.owed)}</DefinitionRow>
        </DefinitionList>
        <p className="pt-1 pb-2 text-1 text-grey-1">
          {means.room < least
            ? t('loans.means.tooLittle', { least: f.money(least) })
            : t('loans.means.note', { least: f.money(least), together: f.money(MOST_TOGETHER_YEN) })}
        </p>
      </div>
      <MenuRow label={t('loans.means.profile')} href={paths.investorProfile()} />
    </Section>
  )
}
