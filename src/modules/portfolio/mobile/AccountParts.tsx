import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { accountParts, type Part } from '../model/account-parts.ts'

/** These always stand beside each other; the others come where they are not zero. */
const ALWAYS: readonly Part[] = ['cash', 'held', 'lots']
const COLOURS: Readonly<Partial<Record<Part, string>>> = {
  cash: 'bg-brand',
  held: 'bg-warn-line',
  lots: 'bg-brand-bright/60',
  paidShares: 'bg-grey-2',
  pools: 'bg-ok',
}
/** Page that explains a part: its entries, or what it is made of. */
const EXPLAINED: Readonly<Record<Part, string>> = {
  cash: paths.accountLog({ account: 'available' }),
  held: paths.accountLog({ account: 'orderHold' }),
  lots: paths.trade(),
  paidShares: paths.accountLog({ account: 'paidShares' }),
  pools: paths.copy(),
  loan: paths.financing(),
  shortfall: paths.accountLog({ account: 'shortfall' }),
}
const ALIGN = ['text-left', 'text-center', 'text-right'] as const

const Dot = ({ part }: { part: Part }) =>
  COLOURS[part] !== undefined && (
    <span className={`mr-1 inline-block size-2 rounded-round ${COLOURS[part]}`} aria-hidden />
  )

/** The parts of total assets, to the yen: the same on every page that shows the total. */
export function AccountParts({ account }: { account: AccountView }) {
  const t = useT()
  const f = useFormat()
  const parts = accountParts(account)
  const more = parts.filter(({ part, yen }) => !ALWAYS.includes(part) && yen !== 0)
  return (
    <div role="group" aria-label={t('portfolio.parts')}>
      <div className="flex h-2 gap-0.5" aria-hidden>
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
      <dl className="grid grid-cols-3 gap-x-2 pt-2">
        {parts
          .filter(({ part }) => ALWAYS.includes(part))
          .map(({ part, yen }, index) => (
            <div key={part} className={`relative min-w-0 ${ALIGN[index]}`}>
              <dt className="text-1 text-grey-1">
                <Dot part={part} />
                {t(`portfolio.part.${part}`)}
              </dt>
              <dd className="text-2 font-strong whitespace-nowrap">
                <a className="after:absolute after:inset-x-0 after:-inset-y-1" href={EXPLAINED[part]}>
                  {f.yen(yen)}
                </a>
              </dd>
            </div>
          ))}
      </dl>
      {more.length > 0 && (
        <div className="pt-2">
          <DefinitionList>
            {more.map(({ part, yen }) => (
              <DefinitionRow
                key={part}
                strong={part === 'shortfall'}
                label={
                  <a className="pressable text-brand" href={EXPLAINED[part]}>
                    <Dot part={part} />
                    {t(`portfolio.part.${part}`)}
                  </a>
                }
              >
                {yen < 0 ? f.signedMoney(yen) : f.money(yen)}
              </DefinitionRow>
            ))}
          </DefinitionList>
        </div>
      )}
    </div>
  )
}
