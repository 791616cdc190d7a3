import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { rateOf } from '#kernel/money.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import { Figure, toneClass } from '#ui/Figure.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { moneyParts, type Part } from './money-parts.ts'

/** Total assets, the three parts that they are in, to the yen, and what is owed. */
export function MoneyParts() {
  const t = useT()
  const { account, error, refetch } = useAccount()
  if (account !== null) return <Parts account={account} />
  return error ? (
    <ErrorState error={error} title={t('home.assets.cannotLoad')} onRetry={() => void refetch()} />
  ) : (
    <div className="-mx-gutter h-28">
      <Skeleton kind="figure" rows={1} />
    </div>
  )
}

const COLOURS: Readonly<Record<Part, string>> = {
  cash: 'bg-brand',
  held: 'bg-warn-line',
  lots: 'bg-brand-bright/60',
}
/** Where a part explains itself: by its entries, or by the lots that it is made of. */
const EXPLAINED: Readonly<Record<Part, string>> = {
  cash: paths.accountLog({ account: 'available' }),
  held: paths.accountLog({ account: 'orderHold' }),
  lots: paths.trade(),
}
const ALIGN = ['text-left', 'text-center', 'text-right'] as const

function Parts({ account }: { account: AccountView }) {
  const t = useT()
  const f = useFormat()
  const parts = moneyParts(account)
  const before = account.totalAssets - account.todayChange
  const changeBp = before > 0 ? rateOf(account.todayChange, before) : null
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <div>
          <p className="text-1 text-grey-1">{t('home.user.total')}</p>
          <a href={paths.accountLog()}>
            <Figure size={4} unit={t('ui.yen')}>
              {f.yen(account.totalAssets)}
            </Figure>
          </a>
        </div>
        <div className="grow pb-1 text-right">
          <p className="text-1 text-grey-1">{t('home.user.today')}</p>
          <p
            className={`flex flex-wrap justify-end gap-x-2 text-2 font-strong ${toneClass('auto', account.todayChange)}`}
          >
            <span className="whitespace-nowrap">{f.signedYen(account.todayChange)}</span>
            <span className="whitespace-nowrap">{f.signedPercent(changeBp)}</span>
          </p>
        </div>
      </div>
      <div className="mt-2 flex h-2 gap-0.5" aria-hidden>
        {parts.map(
          ({ part, yen }) =>
            yen > 0 && (
              <span
                key={part}
                className={`min-w-1 rounded-round ${COLOURS[part]}`}
                style={{ flexGrow: yen }}
              />
            ),
        )}
      </div>
      <dl className="grid grid-cols-3 gap-x-2 pt-2" aria-label={t('home.user.parts')}>
        {parts.map(({ part, yen }, index) => (
          <div key={part} className={`relative min-w-0 ${ALIGN[index]}`}>
            <dt className="text-1 text-grey-1">
              <span className={`mr-1 inline-block size-2 rounded-round ${COLOURS[part]}`} aria-hidden />
              {t(`home.user.part.${part}`)}
            </dt>
            <dd className="text-2 font-strong whitespace-nowrap">
              <a className="after:absolute after:inset-0" href={EXPLAINED[part]}>
                {f.yen(yen)}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      {(account.taxDue > 0 || account.shortfall > 0 || account.loan > 0) && (
        <div className="pt-2">
          <DefinitionList>
            {account.shortfall > 0 && (
              <DefinitionRow label={t('home.user.shortfall')} strong>
                {f.signedMoney(-account.shortfall)}
              </DefinitionRow>
            )}
            {account.loan > 0 && (
              <DefinitionRow
                label={
                  <a className="pressable text-brand" href={paths.financing()}>
                    {t('home.user.loan')}
                  </a>
                }
              >
                {f.signedMoney(-account.loan - account.loanInterest)}
              </DefinitionRow>
            )}
            {account.taxDue > 0 && (
              <DefinitionRow label={t('home.user.taxDue')} note={t('home.user.taxDueNote')}>
                {f.money(account.taxDue)}
              </DefinitionRow>
            )}
          </DefinitionList>
        </div>
      )}
    </>
  )
}
