import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onFailure } from '#client/failures.ts'
import { queryClient, useRead } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { health } from '#wire/system.ts'
import { Confirmation } from '#ui/confirm.tsx'
import { setSetting } from '#ui/SimulatedBadge.tsx'
import { toast, Toaster } from '#ui/toast.tsx'
import { Frame } from './Frame.tsx'
import { SignInPage } from './SignInPage.tsx'

onFailure((msg) => toast(msg, { kind: 'fail' }))
// Another tab signed in or out: one session at a time, so this one follows.
addEventListener('storage', (event) => event.key === 'console.token' && session.reload())

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <House />
      <Gate />
      <Confirmation />
      <Toaster />
    </QueryClientProvider>
  )
}

/** Nothing of the console is shown to whoever is not signed in. */
function Gate() {
  const t = useT()
  const { isLogin } = useSession()
  useEffect(() => { document.title = t('console.title') }, [t])
  return isLogin ? <Frame /> : <SignInPage />
}

function House() {
  const { data } = useRead(health, {}, { quiet: true, refetchInterval: 60_000 })
  const demo = data?.demo ?? false
  const replayed = data?.replay?.date ?? null
  useEffect(() => setSetting({ demo, replayed }), [demo, replayed])
  return null
}
