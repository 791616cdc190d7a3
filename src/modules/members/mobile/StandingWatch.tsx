import { useUserInfo } from '#modules/identity/mobile/public.ts'
import { useStandingAnew } from './standing.ts'

/** The member's standing, kept fresh for every page: a freeze or a level that changes is said at once. */
export function StandingWatch(): null {
  useStandingAnew()
  useUserInfo()
  return null
}
