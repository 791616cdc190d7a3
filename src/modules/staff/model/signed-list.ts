import { assert } from '#kernel/assert.ts'
import { canonical } from '#kernel/hash.ts'
import { hexOf } from '#kernel/hex.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { PowerName } from '#registry/powers.ts'
import { bytesOf } from '#modules/trust/model/bytes.ts'
import {
  HASH_BYTES,
  inclusionPath,
  leafHash,
  nodeHash,
  rangeRoot,
  rootByInclusion,
  type Hash,
  type Node,
  type NodeHash,
} from '#modules/trust/model/tree.ts'

/** Time from laying a list out to its signature: whoever signs later lays it out anew. */
export const SIGNED_WITHIN: Ms = 5 * MINUTE
/** Lines of a list. */
export const MOST_LINES = 500

/**
 * The head of a list of requests of one power: the root of the tree over their ids (decision 0142).
 * `root`: hexadecimal; `askedAt`: when it was laid out (wall clock), which makes each signature another.
 */
export type ListHead = { power: PowerName; root: string; size: number; askedAt: Ms }

const TAG = 'KABU-LIST-v1\0'

/** The text whose SHA-256 is signed, once for all of its lines, and names the list. */
export const listText = ({ power, root, size, askedAt }: ListHead): string =>
  TAG + canonical({ askedAt, power, root, size })

/** The id of a request is a hash of its whole content: an edited request is another leaf. */
const leafOf = (requestId: string): Hash => leafHash(bytesOf(requestId, HASH_BYTES))

/** A tree over the ids of requests: its root, and the way from each line to it, all hexadecimal. */
export type ListTree = { root: string; pathOf: (place: number) => string[] }

/** Throws a `Bug` where there are no lines. */
export function treeOf(requestIds: readonly string[]): ListTree {
  assert(requestIds.length > 0, 'a list without lines')
  const known = new Map<string, Hash>()
  const hashOf: NodeHash = ({ level, index }: Node) => {
    const name = `${level} ${index}`
    const found =
      known.get(name) ??
      (level === 0
        ? leafOf(requestIds[index]!)
        : nodeHash(
            hashOf({ level: level - 1, index: index * 2 }),
            hashOf({ level: level - 1, index: index * 2 + 1 }),
          ))
    known.set(name, found)
    return found
  }
  const size = requestIds.length
  return {
    root: hexOf(rangeRoot({ start: 0, size }, hashOf)),
    pathOf: (place) => inclusionPath(place, size).map((range) => hexOf(rangeRoot(range, hashOf))),
  }
}

/** The proof that a request stands in a signed list. */
export type InList = { id: string; place: number; path: readonly string[] }

/** True if this request stands at this place of the list. */
export function isInList(
  { root, size }: Pick<ListHead, 'root' | 'size'>,
  requestId: string,
  { place, path }: Pick<InList, 'place' | 'path'>,
): boolean {
  if (!Number.isInteger(place) || place < 0 || path.some((hash) => !/^[0-9a-f]{64}$/.test(hash))) return false
  const found = rootByInclusion(
    leafOf(requestId),
    place,
    size,
    path.map((hash) => bytesOf(hash, HASH_BYTES)),
  )
  return found !== null && hexOf(found) === root
}

/** Refusals of a list as a whole, in the order in which they are checked, after those of who signs. */
export const LIST_REJECTIONS = [
  'LIST_EMPTY',
  'LIST_SIZE',
  'LIST_TWICE',
  'LIST_OVER',
  'LIST_KNOWN',
  'SIGNATURE_WRONG',
] as const
