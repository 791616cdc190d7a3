import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { getLevel } from '#rooms/members/contract.ts'
import { LevelSection } from '#rooms/members/mobile/public.ts'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** The five levels with the member's own, and what is missing for the next one (product decision 2). */
export function MemberLevel() {
  const read = useRead(getLevel, {}, { quiet: true })
  if (read.data === undefined) return <Section><Skeleton kind="lines" rows={6} /></Section>
  return <LevelSection view={read.data} href={paths.level()} />
}
