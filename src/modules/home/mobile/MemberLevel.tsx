import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { getLevel } from '#modules/members/contract.ts'
import { LevelSection } from '#modules/members/mobile/public.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/**
 * The five levels with the member's own, and what is missing for the next one (product decision 2). How high
 * that is depends on the level: what comes below is shown with it, so that nothing is pushed away. Total
 * assets are those that stand above, of the same moment.
 */
export function MemberLevel({ children }: { children: ReactNode }) {
  const read = useRead(getLevel, {}, { quiet: true })
  const total = useAccount().account?.totalAssets
  if (read.isPending)
    return (
      <Section flush>
        <div className="py-3">
          <Skeleton kind="lines" rows={6} />
        </div>
      </Section>
    )
  return (
    <>
      {read.data !== undefined && (
        <LevelSection view={{ ...read.data, equity: total ?? read.data.equity }} href={paths.level()} />
      )}
      {children}
    </>
  )
}
