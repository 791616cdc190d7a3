import type { MemberId } from '#kernel/id.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { draftFrom, move, type Draft, type Transfer } from '../model/drafting.ts'
import { balances } from './post.ts'

/** The drafts of a command that moves money of many members: it posts once, for all of them. */
export type Drafts = {
  of(memberId: MemberId): Draft
  /**
   * Takes over transfers that another module has drafted from the same balances; before anything else of
   * these members.
   */
  take(transfers: readonly Transfer[]): void
  transfers(): Transfer[]
}

export function openDrafts(tables: TableAccess): Drafts {
  const drafts = new Map<string, Draft>()
  const of = (memberId: MemberId): Draft => {
    let draft = drafts.get(memberId)
    if (!draft) drafts.set(memberId, (draft = draftFrom(memberId, balances(tables, memberId))))
    return draft
  }
  return {
    of,
    take(transfers) {
      for (const { memberId, from, to, yen, kind, taxYen, orderId, lotId, code } of transfers) {
        const about = {
          ...(orderId === undefined ? {} : { orderId }),
          ...(lotId === undefined ? {} : { lotId }),
          ...(code === undefined ? {} : { code }),
        }
        move(of(memberId), from, to, yen, { kind, about, taxYen })
      }
    },
    transfers: () => [...drafts.values()].flatMap((draft) => draft.transfers),
  }
}
