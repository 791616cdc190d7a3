import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { listDividends, type DividendView } from '../contract.ts'
import { DividendRow } from './DividendRow.tsx'

/** The member's dividends lot by lot: what comes, what has come, what a short owes. */
export function MyDividends() {
  const t = useT()
  const read = useRead(listDividends, { query: {} })
  return (
    <Loaded read={read} skeleton="stock">
      {(list) =>
        list.length === 0 ? (
          <Section flush>
            <Empty
              title={t('corporate-actions.mine.empty')}
              note={t('corporate-actions.mine.emptyNote')}
              action={{ label: t('records.log.findStock'), href: paths.search() }}
            />
          </Section>
        ) : (
          <>
            <Section>
              <Sums list={list} />
            </Section>
            <Section flush>
              {list.map((one) => (
                <DividendRow key={one.id} dividend={one} />
              ))}
            </Section>
          </>
        )
      }
    </Loaded>
  )
}

function Sums({ list }: { list: readonly DividendView[] }) {
  const t = useT()
  const f = useFormat()
  const sum = (status: DividendView['status']) =>
    list.reduce((yen, one) => (one.status === status ? yen + one.amount - one.tax : yen), 0)
  return (
    <StatRow>
      <Stat label={t('corporate-actions.mine.comingSum')}>
        <Figure size={3} unit={t('ui.yen')}>
          {f.yen(sum('coming'))}
        </Figure>
      </Stat>
      <Stat label={t('corporate-actions.mine.paidSum')}>
        <Figure size={3} unit={t('ui.yen')}>
          {f.yen(sum('paid'))}
        </Figure>
      </Stat>
    </StatRow>
  )
}
