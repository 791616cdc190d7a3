import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { rateOf } from '#kernel/money.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'
import { AccountParts, useAccount } from '#modules/portfolio/mobile/public.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ErrorState } from '#ui/Empty.tsx'
import { Figure, toneClass } from '#ui/Figure.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** Total assets, the parts that they are made of, and the tax that will be taken. */
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

function Parts({ account }: { account: AccountView }) {
  const t = useT()
  const f = useFormat()
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
      <div className="pt-2">
        <AccountParts account={account} />
      </div>
      {account.taxDue > 0 && (
        <DefinitionList>
          <DefinitionRow label={t('home.user.taxDue')} note={t('home.user.taxDueNote')}>
            {f.money(account.taxDue)}
          </DefinitionRow>
        </DefinitionList>
      )}
    </>
  )
}
