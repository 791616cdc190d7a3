import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { listDividends, type DividendView } from '../contract.ts'

/** The member's dividends lot by lot: what comes, what has come, what a short owes. */
export function MyDividends() {
  const t = useT()
  const read = useRead(listDividends, { query: {} })
  return (
    <Loaded read={read} skeleton="stock">
      {(list) => list.length === 0
        ? <Section flush><Empty title={t('actions.mine.empty')} note={t('actions.mine.emptyNote')} action={{ label: t('records.log.findStock'), href: paths.search() }} /></Section>
        : (
          <>
            <Section><Sums list={list} /></Section>
            <Section flush>{list.map((one) => <Entry key={one.id} dividend={one} />)}</Section>
          </>
        )}
    </Loaded>
  )
}

function Sums({ list }: { list: readonly DividendView[] }) {
  const t = useT()
  const f = useFormat()
  const sum = (status: DividendView['status']) => list.reduce((yen, one) => (one.status === status ? yen + one.amount - one.tax : yen), 0)
  return (
    <StatRow>
      <Stat label={t('actions.mine.comingSum')}><Figure size={3} unit={t('ui.yen')}>{f.signedYen(sum('coming'))}</Figure></Stat>
      <Stat label={t('actions.mine.paidSum')}><Figure size={3} unit={t('ui.yen')}>{f.signedYen(sum('paid'))}</Figure></Stat>
    </StatRow>
  )
}

function Entry({ dividend }: { dividend: DividendView }) {
  const t = useT()
  const f = useFormat()
  const { amount, tax, status, held } = dividend
  const isOwed = amount < 0
  const isAdjustment = isOwed || dividend.leverage > 1
  return (
    <Row href={paths.tradeDetail({ lot: dividend.lotId })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {dividend.name}
            <Tag tone={status === 'paid' ? 'grey' : isOwed ? 'warn' : 'ok'}>{t(`actions.status.${status}`)}</Tag>
          </span>
          <span className="text-1 text-grey-1 block">
            {dividend.code}　{f.shares(dividend.quantity)}　{t('actions.mine.perShare', { yen: f.price(dividend.perShare) })}
          </span>
          <span className="text-1 text-grey-1 block">
            {t('actions.mine.dates', { ex: f.date(dividend.exDate), pay: f.date(dividend.payDate) })}
            {held > 0 && <>　{t('actions.mine.held', { yen: held })}</>}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end">
          <Figure size={3} tone={isOwed ? 'down' : 'up'} unit={t('ui.yen')}>{f.signedYen(amount - tax)}</Figure>
          <span className="text-1 text-grey-1">
            {isAdjustment ? t('actions.mine.adjustment') : status === 'paid' ? t('actions.mine.tax', { yen: tax }) : t('actions.mine.beforeTax')}
          </span>
        </span>
      </span>
    </Row>
  )
}
