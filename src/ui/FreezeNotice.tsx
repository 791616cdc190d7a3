import { Suspense } from 'react'
import { wallNow } from '#client/clock.ts'
import { lazily } from '#client/lazily.ts'
import { useSession } from '#client/session.ts'
import { textsUpTo } from '#client/texts.ts'

const FreezeLine = lazily(async () => (await Promise.all([import('./FreezeLine.tsx'), textsUpTo('rest')]))[0])

/** The freeze that counts: whose it is, and the end of the firm's. */
export type Freeze = { readonly by: 'member' | 'firm'; readonly until: string | null }

/**
 * Under the bar of every page while the member's account is frozen: by whom, until when, and the way on. Part
 * of `Page`.
 */
export function FreezeNotice() {
  const freeze = useSession().userInfo?.['frozen'] as Freeze | null | undefined
  if (!freeze || (freeze.until !== null && Date.parse(freeze.until) <= wallNow())) return null
  return (
    <Suspense>
      <FreezeLine freeze={freeze} />
    </Suspense>
  )
}
