import { useEffect } from 'react'

/** For a page that sends orders: the code of the bar comes while there is a line, and outlives the page. */
export function useOpenOrderNotice(isWanted = true): void {
  useEffect(() => {
    if (isWanted)
      void import('./OpenOrders.tsx').then(
        ({ showOpenOrders }) => showOpenOrders(),
        () => {},
      )
  }, [isWanted])
}
