import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onFailure } from '#client/failures.ts'
import { ServerSetting } from '#client/server-info.ts'
import { queryClient } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { Confirmation } from '#ui/confirm.tsx'
import { toast, Toaster } from '#ui/toast.tsx'
import { Frame } from './Frame.tsx'
import { SignInPage } from './SignInPage.tsx'

onFailure((msg) => toast(msg, { kind: 'fail' }))
// Another tab signed in or out: one session at a time, so this one follows.
addEventListener(
  'storage',
  (event) => (event.key === 'console.session' || event.key === 'console.userId') && follow(),
)
/** A page belongs to the operator who opened it. */
const follow = () => session.reload() && location.reload()

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ServerSetting />
      <Gate />
      <Confirmation actFirst />
      <Toaster />
    </QueryClientProvider>
  )
}

/** Nothing of the console is shown to whoever is not signed in. */
function Gate() {
  const t = useT()
  const { isLogin, userId } = useSession()
  // Whoever was here last in this window: a session that is over leads back to the same person.
  const [last, setLast] = useState<string | null>(null)
  if (isLogin && userId !== last) setLast(userId)
  useEffect(() => {
    document.title = t('console.title')
  }, [t])
  return isLogin ? <Frame /> : <SignInPage last={last} />
}
