import { lazy, Suspense } from 'react'
import { MarketPage } from '#rooms/market/mobile/public.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const OfferingList = lazy(() => import('#rooms/ipo/mobile/public.ts').then(({ OfferingList: component }) => ({ default: component })))

/** The market with what the house lists anew, which stands above it. */
export default function MarketScreen() {
  return <MarketPage ipo={<Suspense fallback={<Section flush><Skeleton kind="lines" rows={6} /></Section>}><OfferingList /></Suspense>} />
}
