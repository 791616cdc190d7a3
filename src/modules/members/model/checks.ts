import { formProblem, type IdentityForm } from './identity-form.ts'
import type { RejectReason, Side } from './verification.ts'

/**
 * The facts known of a picture without looking at it: figures of the file as it is kept, and the SHA-256 of
 * its bytes (hex).
 */
export type PictureFacts = { side: Side; width: number; height: number; bytes: number; sha256: string }

/** Letters of a document can be read from here on, in pixels. */
export const LEAST_LONG_SIDE = 600
export const LEAST_SHORT_SIDE = 380
/**
 * A picture that is almost of one colour, glare or a lens cap, shrinks to less than this many bytes for each
 * thousand pixels.
 */
export const LEAST_BYTES_PER_1000_PIXELS = 18

type Case = {
  picture: PictureFacts
  /** The other side's, if there is one. */
  other: PictureFacts | null
  form: IdentityForm
  /** True if another verified member has a document of this number. */
  isNumberTaken: boolean
}

/**
 * The published checks of the demo desk, in their order: why it rejects a side, or null where it accepts.
 * Arithmetic alone; nobody looks at the picture, which is why it is called a simulated identity check.
 */
export function checkSide({ picture, other, form, isNumberTaken }: Case): RejectReason | null {
  const { width, height, bytes } = picture
  if (Math.max(width, height) < LEAST_LONG_SIDE || Math.min(width, height) < LEAST_SHORT_SIDE)
    return 'image-incomplete'
  if (bytes * 1_000 < width * height * LEAST_BYTES_PER_1000_PIXELS) return 'image-unreadable'
  if (picture.side === 'back' && other?.sha256 === picture.sha256) return 'wrong-document'
  if (picture.side === 'front' && formProblem(form) !== null) return 'number-differs'
  if (picture.side === 'front' && isNumberTaken) return 'duplicate'
  return null
}
