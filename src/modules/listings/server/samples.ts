import type { AppContext } from '#modules/module.ts'
import type { Queue } from '#modules/staff/server/public.ts'
import { powerFor } from '../model/kinds.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'
import type { Sample } from './public.ts'

/**
 * Sample listings of all kinds, for the demo desk to publish as people would: two signatures and the same
 * checks.
 */
export const sampleQueue = (
  { clock }: AppContext,
  samples: ReadonlyMap<ListingKind, Sample<ListingKind>>,
  isOffered: (kind: ListingKind) => boolean,
): Queue => {
  const kindOf = new Map<string, ListingKind>()
  return {
    name: 'samples',
    roles: ['listing'],
    deskOnly: true,
    items: (tables) =>
      [...samples].flatMap(([kind, { due }]) => {
        const id = isOffered(kind) ? due(tables, clock.market()) : null
        if (id === null) return []
        kindOf.set(id, kind)
        return [{ subject: id, memberId: null, since: 0 }]
      }),
    async judge(subject) {
      const kind = kindOf.get(subject)!
      return { power: powerFor(kind), subject, body: { terms: await samples.get(kind)!.terms(subject) } }
    },
  }
}
