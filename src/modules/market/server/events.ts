import { event } from '#platform/engine/event.ts'

/** Trading of an issue or of the market was halted or taken up again. */
export const marketHalted = event('market.halted', () => ({}))
