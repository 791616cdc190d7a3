import { useT } from '#client/texts.ts'
import { hrefOf } from './address.ts'
import { useMe } from './act.ts'

/**
 * The way to a risk case by hand, wherever an operator meets the member. `evidence`: the number of what they
 * look at, or `chat`.
 */
export function RaiseCase({ memberId, evidence }: { memberId: string; evidence?: string }) {
  const t = useT()
  const me = useMe()
  if (!me?.powers.includes('case.open')) return null
  return (
    <a className="desk-link text-1" href={hrefOf('cases', [], { about: memberId, evidence })}>
      {t('console.case.raise')}
    </a>
  )
}
