import { useEffect } from 'react'
import type { AnyRoute } from '#client/call.ts'
import { refresh } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'

/**
 * Reads these routes again whenever money or its requests move: by the desk, the bank, another device; and
 * when the page is come back to.
 */
export function useFresh(...routes: readonly AnyRoute[]): void {
  const again = () => {
    for (const route of routes) refresh(route)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the page opens
  useEffect(again, [])
  useTopic(
    memberTopic,
    {},
    ({ type }) => {
      if (type === 'funding' || type === 'account') again()
    },
    { onReset: again },
  )
}
