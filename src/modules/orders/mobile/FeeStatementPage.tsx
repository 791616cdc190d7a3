import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { FEE_PERIODS, listFees, type FeeStatement } from '#modules/orders/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { sideWord } from './labels.ts'

function FeeRow({ order }: { order: FeeStatement['orders'][number] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={paths.tradeDetail({ order: order.id })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong block">{order.name}</span>
          <span className="text-grey-1 text-1 block">
            {f.date(order.tradeDate)}　{sideWord(t, order)}　{f.shares(order.filledQuantity)}
          </span>
          <span className="text-grey-1 text-1 block">
            {t('orders.fees.traded', { yen: f.money(order.traded) })}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <span className="text-2 font-strong block">{f.money(order.charged)}</span>
          <span className="text-grey-1 text-1 block">
            {t('orders.fees.rowQuoted', { yen: f.money(order.quoted) })}
          </span>
          {order.charged !== order.quoted && (
            <span className="text-1 block">{f.signedMoney(order.charged - order.quoted)}</span>
          )}
        </span>
      </span>
    </Row>
  )
}

/** The figures of the tickets against the charges, order by order. */
export default function FeeStatementPage(_: ScreenProps<'feeStatement'>) {
  const t = useT()
  const f = useFormat()
  const [period, setPeriod] = useState<(typeof FEE_PERIODS)[number]>('month')
  const read = useRead(listFees, { query: { period } }, { keepPrevious: true })
  return (
    <Page
      nav={<NavigationBar title={t('orders.fees.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Section>
        <Chips label={t('orders.fees.period')}>
          {FEE_PERIODS.map((one) => (
            <Chip key={one} selected={one === period} onPress={() => setPeriod(one)}>
              {t(`orders.fees.${one}`)}
            </Chip>
          ))}
        </Chips>
      </Section>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {(statement) => (
          <>
            <Section>
              <SectionHead
                title={t('orders.fees.span', { from: f.date(statement.from), to: f.date(statement.to) })}
                note={t('orders.fees.count', { count: statement.count })}
              />
              <DefinitionList>
                <DefinitionRow label={t('orders.fees.quoted')}>{f.money(statement.quoted)}</DefinitionRow>
                <DefinitionRow strong label={t('orders.fees.charged')}>
                  {f.money(statement.charged)}
                </DefinitionRow>
                <DefinitionRow
                  label={t('orders.fees.difference')}
                  note={f.sentences(t('orders.fees.note'), t('orders.fees.dayTrading'))}
                >
                  {f.signedMoney(statement.charged - statement.quoted)}
                </DefinitionRow>
                {statement.penalties > 0 && (
                  <DefinitionRow label={t('orders.fees.penalties')}>
                    {f.money(statement.penalties)}
                  </DefinitionRow>
                )}
              </DefinitionList>
            </Section>
            <Section flush>
              {statement.orders.length === 0 ? (
                <Empty
                  title={t('orders.fees.none')}
                  note={t('orders.fees.noneNote')}
                  action={{ label: t('orders.trade.findStock'), href: paths.search() }}
                />
              ) : (
                statement.orders.map((order) => <FeeRow key={order.id} order={order} />)
              )}
              {statement.count > statement.orders.length && (
                <p className="text-grey-1 text-1 px-gutter py-2">
                  {t('orders.fees.more', { shown: statement.orders.length })}
                </p>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
