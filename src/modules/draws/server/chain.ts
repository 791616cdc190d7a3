import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { hexOf } from '#kernel/hex.ts'
import { bytesOf } from '#modules/trust/model/bytes.ts'
import { chainSalt, chainStart, LINK } from '../model/draw.ts'
import type { DrawRow } from './tables.ts'

/** On a thread of Node's own, so that nobody waits for it. */
const hash = promisify(argon2)

/** The link after this one. */
export const nextLink = async (link: string, salt: Uint8Array): Promise<string> =>
  hexOf(await hash('argon2id', { ...LINK, message: bytesOf(link, LINK.tagLength), nonce: salt }))

/** Links are published in parts of so many: a process that is killed computes at most these again. */
const PART = 16

/** The store of the chain: `keep` puts links away, of which the first is number `from`. */
export type ChainStore = {
  read(): Promise<string[]>
  keep(from: number, links: readonly string[]): Promise<void>
  forget(): Promise<unknown>
}

/**
 * Computes the delay chain of a closed draw to its end and answers the last link; null where `isStopped` said
 * so. What a killed process left goes on from its last link, if that one follows from the one before.
 */
export async function runChain(
  { id, root, links }: Pick<DrawRow, 'id' | 'root' | 'links'>,
  store: ChainStore,
  isStopped: () => boolean,
): Promise<string | null> {
  const salt = chainSalt(id)
  const start = chainStart(id, root!)
  const kept = await store.read()
  if (kept.length > 0 && (await nextLink(kept.at(-2) ?? start, salt)) !== kept.at(-1)) {
    await store.forget()
    kept.length = 0
  }
  let link = kept.at(-1) ?? start
  let [n, part] = [kept.length, [] as string[]]
  while (n < links && !isStopped()) {
    link = await nextLink(link, salt)
    part.push(link)
    n++
    if (part.length < PART && n < links) continue
    await store.keep(n - part.length + 1, part)
    part = []
  }
  return n < links ? null : link
}
