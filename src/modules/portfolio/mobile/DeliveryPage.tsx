import { IconCircleCheck } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import {
  getAccount,
  getDelivery,
  listLots,
  memberTopic,
  type DeliveryView,
} from '#modules/portfolio/contract.ts'
import { holdingKind } from '#modules/portfolio/model/holdings.ts'
import { getTax } from '#modules/tax/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** The outcome of 現引 or 現渡: what was paid or comes in, what is held now and its cost for tax. */
export default function DeliveryPage({ params: { lot } }: ScreenProps<'delivery'>) {
  const t = useT()
  return (
    <Page nav={<NavigationBar title={t('portfolio.pageTitle.delivery')} />}>
      {lot === undefined ? (
        <Empty
          title={t('portfolio.deliver.none')}
          action={{ label: t('orders.result.toTrade'), href: paths.trade() }}
        />
      ) : (
        <OneDelivery lot={lot} />
      )}
    </Page>
  )
}

function OneDelivery({ lot }: { lot: string }) {
  const read = useRead(getDelivery, { params: { id: lot } })
  return (
    <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />} isOutcome>
      {(delivery) => <Delivered delivery={delivery} />}
    </Loaded>
  )
}

const refreshHeld = () => {
  for (const route of [listLots, getAccount, getTax]) refresh(route)
}

function Delivered({ delivery }: { delivery: DeliveryView }) {
  const t = useT()
  const f = useFormat()
  const open = useRead(listLots, { query: { status: 'open', code: delivery.code } }, { quiet: true })
  const tax = useRead(getTax, {}, { quiet: true })
  useTopic(memberTopic, {}, (event) => event.type === 'lot' && refreshHeld(), { onReset: refreshHeld })
  const { kind, lotId, code, quantity, price, notional, paid, charges } = delivery
  const isTaking = kind === 'take'
  const held = open.data
    ?.filter((lot) => holdingKind(lot) === 'cash')
    .reduce((sum, lot) => sum + lot.openQuantity, 0)
  const cost = tax.data?.costs.find((each) => each.code === code)
  const result = tax.data?.coming.flatMap(({ results }) => results).find((each) => each.lotId === lotId)
  return (
    <>
      <Section>
        <div className="flex flex-col items-center gap-2 py-4 text-center" role="status">
          <IconCircleCheck {...ICON} className="text-ok" aria-hidden />
          <p className="text-3 font-strong">{t(`portfolio.deliver.${kind}Done`)}</p>
          <p className="text-grey-1">
            {delivery.name} {code}
          </p>
        </div>
        <DefinitionList>
          <DefinitionRow label={t('portfolio.deliver.number')}>{delivery.number}</DefinitionRow>
          <DefinitionRow
            label={t('portfolio.deliver.notional')}
            note={`${f.shares(quantity)} × ${f.price(price)}`}
          >
            {f.money(notional)}
          </DefinitionRow>
          {isTaking && (
            <>
              <DefinitionRow label={t('portfolio.deliver.fromMargin')}>
                {f.money(notional - paid)}
              </DefinitionRow>
              <DefinitionRow
                label={t('portfolio.deliver.charges', { kind })}
                note={t('portfolio.deliver.chargesNote')}
              >
                {f.money(charges)}
              </DefinitionRow>
              <DefinitionRow strong label={t('portfolio.deliver.paid')}>
                {f.money(paid + charges)}
              </DefinitionRow>
            </>
          )}
          {!isTaking && (
            <>
              <DefinitionRow label={t('portfolio.deliver.charges', { kind })}>
                {f.money(charges)}
              </DefinitionRow>
              <DefinitionRow
                strong
                label={t('portfolio.deliver.received')}
                note={t('portfolio.deliver.day', { date: f.date(delivery.settlementDate) })}
              >
                {f.money(notional)}
              </DefinitionRow>
              {result && (
                <DefinitionRow label={t('portfolio.deliver.gain')}>
                  <Figure tone="auto" value={result.gain}>
                    {f.signedMoney(result.gain)}
                  </Figure>
                </DefinitionRow>
              )}
            </>
          )}
          {held !== undefined && (
            <DefinitionRow label={t('portfolio.deliver.held')}>{f.shares(held)}</DefinitionRow>
          )}
          {cost && (
            <DefinitionRow label={t('portfolio.deliver.unitCost')}>{f.money(cost.unitCost)}</DefinitionRow>
          )}
          <DefinitionRow label={t('portfolio.deliver.at')}>{f.dateTime(delivery.at)}</DefinitionRow>
        </DefinitionList>
      </Section>
      <Section flush>
        <MenuRow label={t('orders.trade.detail')} href={paths.tradeDetail({ lot: lotId })} />
        <MenuRow label={t('portfolio.pageTitle.accountLog')} href={paths.accountLog({ lot: lotId })} />
      </Section>
      <div className="flex gap-2 p-4">
        <Button href={paths.trade()}>{t('orders.result.toTrade')}</Button>
      </div>
    </>
  )
}
