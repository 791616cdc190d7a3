import { no } from '#kernel/result.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import { hash } from 'node:crypto'
import { on, type AppContext, type RouteHandler } from '#modules/module.ts'
import { readIdentityChip } from '../contract.ts'
import type { ChipReader } from './chip-reader.ts'
import { keepPicture } from './identity-routes.ts'
import type { IdentityStore } from './queries.ts'
import { verifications } from './tables.ts'
import { stateOf } from './views.ts'

/** A day and member: each reading keeps a portrait. */
const MOST_READINGS = 10

type Deps = { context: AppContext; store: IdentityStore; reader: ChipReader | null }

/** Reading a card's chip. What nobody's key has signed, or has another portrait, is not kept. */
export function chipRoutes({ context, store, reader }: Deps): RouteHandler[] {
  return [
    on(readIdentityChip, async ({ caller: { memberId }, input: { documentType } }) => {
      if (reader === null) return no('CHIP_NOT_OFFERED')
      const row = context.engine.read.of(verifications).get(memberId)
      const state = stateOf(row)
      if (state === 'passed') return no('IDENTITY_PASSED')
      if (state === 'review') return no('IDENTITY_IN_REVIEW')
      const front = await store.newestPicture(memberId, 'front')
      const last = await store.readingOf(front)
      // A reading that was not handed in yet is of the same card.
      if (last?.documentType === documentType && front !== row?.frontId)
        return { status: 'read' as const, imageId: front! }
      const at: Ms = Math.floor(context.clock.wall())
      if ((await store.readingsSince(memberId, at - DAY)) >= MOST_READINGS) return no('CHIP_TOO_OFTEN')
      const { facts, portrait, signature } = await reader.read(memberId, documentType)
      if (!reader.isGenuine(facts, signature) || hash('sha256', portrait.jpeg) !== facts.portraitSha256)
        return no('CHIP_NOT_GENUINE')
      const imageId = await keepPicture(context, store, { memberId, side: 'front', picture: portrait })
      const kept = { ...facts, signature: signature.toString('base64'), simulated: reader.simulated, at }
      await store.putReading(imageId, memberId, kept)
      return { status: 'read' as const, imageId }
    }),
  ]
}
