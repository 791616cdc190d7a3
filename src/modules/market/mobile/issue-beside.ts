import { useEffect } from 'react'
import { useColumns } from '#client/columns.ts'
import { useCompanion } from '#client/companions.ts'
import { usePage } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { store } from '#client/store.ts'
import { listStocks } from '../contract.ts'

/** The issue whose page was in front last, since the app was opened. */
const seen = store<string | null>(null)

/** Remembers the issue whose page it is called on, where that is the page in front. */
export function useSeen(code: string): void {
  const { beside } = usePage()
  useEffect(() => {
    if (!beside) seen.set(code)
  }, [code, beside])
}

/**
 * Names the issue that stands beside its page on a wide screen. undefined: not known yet; null: the member
 * has none of their own, so that it is the one seen last, or what the market trades most.
 */
export function useIssueBeside(own: string | null | undefined): void {
  const isWide = useColumns() > 1
  const known = own === null ? (seen.get() ?? undefined) : own
  const isOpen = isWide && own === null && known === undefined
  const read = useRead(
    listStocks,
    { query: { sort: 'turnover', limit: '1' } },
    { enabled: isOpen, quiet: true },
  )
  const code = known ?? read.data?.[0]?.code
  useCompanion(code === undefined ? undefined : paths.stock({ code }))
}
