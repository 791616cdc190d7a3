import type { Side } from '../model/verification.ts'

const OF_CHIP = { front: 'members.console.portrait', back: 'members.console.selfie' } as const
const OF_DOCUMENT = { front: 'members.console.front', back: 'members.console.back' } as const

/** The name of a side: of a document, or of a chip's portrait and the selfie beside it. */
export const sideKey = (side: Side, isChip: boolean) => (isChip ? OF_CHIP : OF_DOCUMENT)[side]
