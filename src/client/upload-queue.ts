import { IMAGE_PICK_COUNT } from '#kernel/specification.ts'

/** The picture that is under way, from 1, of how many, and what share of it has been sent. */
export type UnderWay = { readonly number: number; readonly of: number; readonly share: number }

/** The pictures taken of a choice: the first nine (specification 5.11), in the order of choosing. */
export const pickedOf = <File>(
  chosen: readonly File[],
): { readonly taken: readonly File[]; readonly tooMany: boolean } => ({
  taken: chosen.slice(0, IMAGE_PICK_COUNT),
  tooMany: chosen.length > IMAGE_PICK_COUNT,
})

/**
 * Sends one after another, so that they arrive in their order; the first that fails ends it. Resolves to what
 * has not gone out, that one first, with why; all went out: nothing is left.
 */
export async function sendInOrder<File>(
  files: readonly File[],
  sendOne: (file: File, onShare: (share: number) => void) => Promise<void>,
  tell: (underWay: UnderWay) => void,
): Promise<{ readonly left: readonly File[]; readonly failure: unknown }> {
  for (const [index, file] of files.entries()) {
    const place = { number: index + 1, of: files.length }
    tell({ ...place, share: 0 })
    try {
      await sendOne(file, (share) => tell({ ...place, share }))
    } catch (failure) {
      return { left: files.slice(index), failure }
    }
  }
  return { left: [], failure: null }
}
