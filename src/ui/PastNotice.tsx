import { Suspense } from 'react'
import { lazily } from '#client/lazily.ts'
import { useServerInfo } from '#client/server-info.ts'

const PastLines = lazily(() => import('./PastLines.tsx'))

/**
 * Under the bar of every page while the demo setting lives through its past (decision 0138): how far it is,
 * what happens, and that its clock moves by itself. Part of `Page`.
 */
export function PastNotice() {
  const { past } = useServerInfo()
  return (
    past && (
      <Suspense>
        <PastLines past={past} />
      </Suspense>
    )
  )
}
