import { Suspense } from 'react'
import { lazily } from '#client/lazily.ts'
import { useColumns } from '#client/columns.ts'
import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { textsUpTo } from '#client/texts.ts'
import { MarketPage } from '#modules/market/mobile/public.ts'
import { listLots } from '#modules/portfolio/contract.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const OfferingList = lazily(async () => ({
  default: (await Promise.all([import('#modules/ipo/mobile/public.ts'), textsUpTo('rest')]))[0].OfferingList,
}))

/** The market with what the server lists anew and, at a desk, what the member holds: both stand above it. */
export default function MarketScreen() {
  const { isLogin } = useSession()
  const isDesk = useColumns() === 3
  const lots = useRead(listLots, { query: { status: 'open' } }, { enabled: isLogin && isDesk, quiet: true })
  const held = isLogin ? [...new Set((lots.data ?? []).map(({ code }) => code))] : []
  return (
    <MarketPage
      held={held}
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
