import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { after, CLOSING } from '../model/states.ts'
import { closings } from './tables.ts'

const end =
  (act: 'finish' | 'revoke') =>
  (tables: TableAccess, memberId: MemberId, wall: Ms): void => {
    const row = tables.of(closings).get(memberId)
    const state = row && after(CLOSING, row.state, act)
    if (row && state) tables.of(closings).update(row, { state, endedAt: wall })
  }

/** The last yen have been paid out: the account is closed. */
export const finishClosing = end('finish')
/** The payout ended unpaid: the account goes on. */
export const revokeClosing = end('revoke')
