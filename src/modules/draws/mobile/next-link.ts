import { argon2idAsync } from '@noble/hashes/argon2.js'
import { hexOf } from '#kernel/hex.ts'
import { LINK } from '../model/draw.ts'

/** In pieces of this many milliseconds, so that the page stays alive meanwhile. */
const PIECE_MS = 12

/** A link of the chain, computed on this device alone. */
export const nextLink = async (link: Uint8Array, salt: Uint8Array): Promise<string> =>
  hexOf(
    await argon2idAsync(link, salt, {
      t: LINK.passes,
      m: LINK.memory,
      p: LINK.parallelism,
      dkLen: LINK.tagLength,
      asyncTick: PIECE_MS,
    }),
  )
