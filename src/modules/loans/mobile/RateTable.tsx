import type { BasisPoints } from '#kernel/money.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'

/** Interest a year, by the amount that is lent. */
export function RateTable({ rates }: { rates: readonly { below: number | null; rateBp: BasisPoints }[] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('loans.rates.title')} />
      <DefinitionList label={t('loans.rates.title')}>
        {rates.map(({ below, rateBp }, place) => (
          <DefinitionRow
            key={rateBp}
            label={
              below === null
                ? t('loans.rates.from', { amount: f.money(rates[place - 1]?.below ?? 0) })
                : t('loans.rates.below', { amount: f.money(below) })
            }
          >
            {f.percent(rateBp, 1)}
          </DefinitionRow>
        ))}
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('loans.rates.note')}</p>
    </Section>
  )
}
