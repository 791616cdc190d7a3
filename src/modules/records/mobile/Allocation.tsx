import { useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { accountParts } from '#modules/portfolio/model/account-parts.ts'
import { HOLDING_KINDS, holdingKind } from '#modules/portfolio/model/holdings.ts'
import { sharesBp } from '#modules/portfolio/model/returns.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import type { PerformanceView } from '../contract.ts'
import { BarList } from './BarList.tsx'

type Part = { readonly id: string; readonly label: string; readonly yen: number }

const valueOf = (lots: readonly LotView[]): number =>
  lots.reduce((sum, { marketValue, notional }) => sum + (marketValue ?? notional), 0)

/** Positions count at their value, money that is owed for them or otherwise does not. */
const isOnCredit = ({ loan, loanInterest, shortfall }: AccountView, lots: readonly LotView[]): boolean =>
  loan + loanInterest + shortfall > 0 || lots.some((lot) => holdingKind(lot) !== 'cash')

/** The money of an account by sector or by way of holding it, at market value, the largest part first. */
export function Allocation({
  account,
  lots,
  issues,
}: {
  account: AccountView
  lots: readonly LotView[]
  issues: PerformanceView['issues']
}) {
  const t = useT()
  const f = useFormat()
  const [by, setBy] = useState<'sector' | 'kind'>('sector')
  const sectors = new Map(issues.map(({ code, sectorName }) => [code, sectorName]))
  const money = new Map(accountParts(account).map(({ part, yen }) => [part, yen]))
  const cash = [
    { id: 'money', yen: money.get('cash') ?? 0 },
    { id: 'held', yen: money.get('held') ?? 0 },
  ] as const
  const paidShares = { id: 'paidShares', yen: account.paidShares } as const
  const pools: Part = { id: 'pools', label: t('portfolio.part.pools'), yen: account.copyUnits }
  const ofSector = (): Part[] => [
    ...[...cash, paidShares].map((part) => ({ ...part, label: t(`records.performance.kind.${part.id}`) })),
    pools,
    ...[...Map.groupBy(lots, ({ code }) => sectors.get(code) ?? code)].map(([name, own]) => ({
      id: name,
      label: name,
      yen: valueOf(own),
    })),
  ]
  const ofKind = (): Part[] => {
    const kinds = [
      ...cash,
      paidShares,
      ...HOLDING_KINDS.map((kind) => ({
        id: kind,
        yen: valueOf(lots.filter((lot) => holdingKind(lot) === kind)),
      })),
    ].map((part): Part => ({ ...part, label: t(`records.performance.kind.${part.id as 'money'}`) }))
    return [...kinds, pools]
  }
  const parts = (by === 'sector' ? ofSector() : ofKind())
    .filter(({ yen }) => yen > 0)
    .toSorted((a, b) => b.yen - a.yen)
  const shares = sharesBp(parts.map(({ yen }) => yen))
  const sum = parts.reduce((total, { yen }) => total + yen, 0)
  return (
    <Section label={t('records.performance.allocation')}>
      <SectionHead title={t('records.performance.allocation')} />
      <Segment
        label={t('records.performance.by')}
        value={by}
        onChange={setBy}
        options={(['sector', 'kind'] as const).map((value) => ({
          value,
          label: t(`records.performance.by.${value}`),
        }))}
      />
      {parts.length === 0 ? (
        <p className="pt-3 text-2 text-grey-1">{t('records.performance.noHoldings')}</p>
      ) : (
        <div className="pt-2">
          <BarList
            label={t('records.performance.allocation')}
            bars={parts.map(({ id, label, yen }, n) => ({
              id,
              label,
              size: yen,
              figure: (
                <>
                  {f.money(yen)}
                  <span className="inline-block min-w-15 pl-2 text-grey-1">{f.percent(shares[n], 1)}</span>
                </>
              ),
            }))}
          />
          <DefinitionList>
            <DefinitionRow strong label={t('records.performance.sum')}>
              {f.money(sum)}
            </DefinitionRow>
            {isOnCredit(account, lots) && (
              <>
                <DefinitionRow label={t('records.performance.credit')}>
                  {f.signedMoney(account.totalAssets - sum)}
                </DefinitionRow>
                <DefinitionRow strong label={t('orders.trade.total')}>
                  {f.money(account.totalAssets)}
                </DefinitionRow>
              </>
            )}
          </DefinitionList>
        </div>
      )}
      <p className="pt-1 text-1 text-grey-1">{t('records.performance.allocationNote')}</p>
    </Section>
  )
}
