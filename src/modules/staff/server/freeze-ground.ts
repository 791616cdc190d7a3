import type { MemberId } from '#kernel/id.ts'
import type { AppContext } from '#modules/module.ts'
import { actsAbout } from './queries.ts'

const FREEZES: ReadonlySet<string> = new Set(['trading.freeze', 'trading.freeze-on'])

/** The reason of the newest freeze of a member by the firm, as it was signed; null: there was none. */
export async function groundOf({ db }: Pick<AppContext, 'db'>, memberId: MemberId): Promise<string | null> {
  const acts = await actsAbout(db, memberId, memberId)
  return acts.findLast(({ power, status }) => FREEZES.has(power) && status === 'carried-out')?.reason ?? null
}
