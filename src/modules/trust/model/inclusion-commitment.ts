import { hexOf } from '#kernel/hex.ts'
import { bytesOf, joined, u64 } from './bytes.ts'
import { HASH_BYTES, leafHash, rootByInclusion, type Hash } from './tree.ts'

/**
 * The commitment that the server gives with its answer to a command: record `seq` of the journal has this
 * leaf of the public tree, and the next head will hold it (security-and-trust 5.1). One signature stands for
 * all commitments of a batch: `path` leads from this one, at `place` of `size`, to the root that was signed.
 * `leaf` and `path`: hexadecimal; `at`: ISO 8601; `signature`: Ed25519 over `commitmentText`, base64url.
 */
export type InclusionCommitment = {
  readonly seq: number
  readonly leaf: string
  readonly place: number
  readonly size: number
  readonly path: readonly string[]
  readonly at: string
  readonly signature: string
}

/** The text that the server signs, once for a batch. `root`: hexadecimal. */
export const commitmentText = (origin: string, root: string, at: string): string =>
  `KABU-PROMISE-v1\n${origin}\n${root}\n${at}\n`

/**
 * A commitment in the tree of its batch: the number is in it, so that a leaf promised for one place cannot be
 * shown for another.
 */
export const commitmentLeaf = (seq: number, leaf: Hash): Hash => leafHash(joined(u64(seq), leaf))

/** The root that a commitment leads to, hexadecimal; null where its path has the wrong length. */
export function committedRoot({ seq, leaf, place, size, path }: InclusionCommitment): string | null {
  const hash = (hex: string) => bytesOf(hex, HASH_BYTES)
  const root = rootByInclusion(commitmentLeaf(seq, hash(leaf)), place, size, path.map(hash))
  return root === null ? null : hexOf(root)
}

const WRITTEN =
  /^(\d{1,15}) (\d{1,4}) (\d{1,4}) (\d{4}-[\d:T.-]+Z) ([\w-]{86}) ([0-9a-f]{64})((?: [0-9a-f]{64}){0,14})$/

/** The form in which it travels in the header `promise` of an answer. */
export const commitmentHeader = ({
  seq,
  leaf,
  place,
  size,
  path,
  at,
  signature,
}: InclusionCommitment): string => [seq, place, size, at, signature, leaf, ...path].join(' ')

/** Null: it is none. */
export function readCommitment(header: string): InclusionCommitment | null {
  const found = WRITTEN.exec(header)
  if (found === null) return null
  const [, seq, place, size, at, signature, leaf, path] = found
  return {
    seq: Number(seq),
    place: Number(place),
    size: Number(size),
    at: at!,
    signature: signature!,
    leaf: leaf!,
    path: path!.split(' ').slice(1),
  }
}
