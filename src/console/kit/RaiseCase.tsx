import { useT } from '#client/texts.ts'
import { hrefOf } from './address.ts'
import { useMe } from './act.ts'

type Props = { memberId: string; evidence?: string; joins?: true }

/**
 * The way to a risk case by hand, wherever an operator meets the member. `evidence`: the number of what they
 * look at, or `chat`; `joins`: there is one, and it takes what is added.
 */
export function RaiseCase({ memberId, evidence, joins }: Props) {
  const t = useT()
  const me = useMe()
  if (!me?.powers.includes('case.open')) return null
  return (
    <a className="desk-link text-1" href={hrefOf('cases', [], { about: memberId, evidence })}>
      {t(joins ? 'console.case.add' : 'console.case.raise')}
    </a>
  )
}
