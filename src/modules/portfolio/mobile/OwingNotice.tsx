import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getAccount, type AccountView } from '#modules/portfolio/contract.ts'
import { Notice } from '#ui/Notice.tsx'

type Owing = Pick<AccountView, 'marginCall' | 'shortfall'>

/** A margin call is open, or a loss went beyond the deposit: until that is met little else matters. */
export const isOwing = ({ marginCall, shortfall }: Owing): boolean => marginCall !== null || shortfall > 0

/** The account of somebody who owes; null for all others, and for a guest. */
export function useOwing(): Owing | null {
  const { isLogin } = useSession()
  const { data } = useRead(getAccount, {}, { enabled: isLogin, quiet: true })
  return data !== undefined && isOwing(data) ? data : null
}

/** The amount that is missing, its deadline, and the way to what meets it. */
export function OwingNotice({ account: { marginCall, shortfall } }: { account: Owing }) {
  const t = useT()
  const f = useFormat()
  if (marginCall === null)
    return (
      <Notice
        tone="danger"
        title={t('portfolio.shortfall.title', { yen: f.money(shortfall) })}
        note={t('portfolio.shortfall.note')}
        href={paths.recharge()}
      />
    )
  const note = marginCall.forced
    ? t('portfolio.call.forced')
    : t('portfolio.call.note', {
        missing: f.money(marginCall.missing),
        deadline: f.dateTime(marginCall.deadlineAt),
      })
  return <Notice tone="danger" title={t('portfolio.call.title')} note={note} href={paths.margin()} />
}
