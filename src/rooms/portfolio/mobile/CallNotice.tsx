import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getAccount, type AccountView } from '#rooms/portfolio/contract.ts'
import { Notice } from '#ui/Notice.tsx'

/** The margin call that is open; null without one, and for a guest. */
export function useMarginCall(): AccountView['marginCall'] {
  const { isLogin } = useSession()
  return useRead(getAccount, {}, { enabled: isLogin, quiet: true }).data?.marginCall ?? null
}

/** What is missing until when, and the way to the page that says how to meet it. */
export function CallNotice({ call }: { call: NonNullable<AccountView['marginCall']> }) {
  const t = useT()
  const f = useFormat()
  const note = call.forced ? t('portfolio.call.forced') : t('portfolio.call.note', { missing: f.money(call.missing), deadline: f.dateTime(call.deadlineAt) })
  return <Notice tone="danger" title={t('portfolio.call.title')} note={note} href={paths.margin()} />
}
