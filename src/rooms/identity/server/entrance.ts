import type { House } from '#rooms/room.ts'
import type { Level } from '../contract.ts'
import type { openMember } from './open-member.ts'
import type { Sessions } from './sessions.ts'
import { members } from './tables.ts'

export type Entrance = {
  /** A session for a member whose proof has been given. */
  enter(memberId: string): Promise<{ token: string; userId: string }>
}

/**
 * The one way into a session. A member whose account was never opened, because the house stopped between registering and opening,
 * gets it opened here.
 */
export function entrance(house: House, open: ReturnType<typeof openMember>, sessions: Sessions): Entrance {
  const { db: { kysely }, config } = house
  return {
    async enter(memberId) {
      if (house.engine.read.of(members).get(memberId) === undefined) {
        const { level } = await kysely.selectFrom('credentials').select('level').where('memberId', '=', memberId).executeTakeFirstOrThrow()
        await openAccount(house, open, memberId, level)
      }
      // Product decision 2: in the demo setting login opens the trading unlock.
      return { token: await sessions.start(memberId, config.demo), userId: memberId }
    },
  }
}

export const openAccount = (house: House, open: ReturnType<typeof openMember>, memberId: string, level: Level) =>
  house.engine.submit(open, { level, memberId }, { actor: 'system', memberId: null, device: '', key: '' })
