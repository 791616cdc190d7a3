import { useFormat, useT } from '#client/texts.ts'
import type { UserInfo } from '#rooms/identity/contract.ts'
import { LEVELS } from '#rooms/identity/model/levels.ts'
import { Section } from '#ui/Section.tsx'

/** The five levels with the member's own, and what it allows (product decision 2). */
export function MemberLevel({ info }: { info: UserInfo }) {
  const t = useT()
  const f = useFormat()
  const reached = LEVELS.indexOf(info.level)
  return (
    <Section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-3 font-strong">{t('home.user.level')}<span className="ml-3 text-brand">{t(`identity.level.${info.level}`)}</span></h2>
        <p className="text-1 text-grey-1">{t('home.user.levelUpTo', { leverage: info.maxLeverage, value: f.money(info.maxOrderValue) })}</p>
      </div>
      <ol className="flex gap-1 pt-2">
        {LEVELS.map((level, index) => (
          <li key={level} className={`grow border-t-4 pt-1 text-1 ${index <= reached ? 'border-brand-bright' : 'border-grey-3'} ${index === reached ? 'font-strong text-brand' : 'text-grey-1'}`} aria-current={index === reached ? 'step' : undefined}>
            {t(`identity.level.${level}`)}
          </li>
        ))}
      </ol>
    </Section>
  )
}
