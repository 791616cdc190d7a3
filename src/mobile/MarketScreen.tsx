import { Suspense } from 'react'
import { lazily } from '#client/lazily.ts'
import { textsUpTo } from '#client/texts.ts'
import { MarketPage } from '#modules/market/mobile/public.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const OfferingList = lazily(async () => ({
  default: (await Promise.all([import('#modules/ipo/mobile/public.ts'), textsUpTo('rest')]))[0].OfferingList,
}))

/** The market with what the server lists anew, which stands above it. */
export default function MarketScreen() {
  return (
    <MarketPage
      ipo={
        <Suspense
          fallback={
            <Section flush>
              <Skeleton kind="lines" rows={6} />
            </Section>
          }
        >
          <OfferingList />
        </Suspense>
      }
    />
  )
}
