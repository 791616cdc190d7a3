import { bytesOf } from '#modules/trust/model/bytes.ts'
import {
  chainSalt,
  chainStart,
  commitmentOf,
  drawn,
  keyOf,
  LINK,
  resultOf,
  rootOf,
  type Allotment,
  type Entry,
} from './draw.ts'

type Pair = { readonly operator: string; readonly auditor: string }
/** The part of the public file of a draw that a check reads; null: not known when the file was written. */
export type Published = {
  readonly draw: {
    readonly id: string
    readonly units: number
    readonly commitments: Pair
    readonly tickets: number | null
    readonly root: string | null
    readonly rootAt: string | null
    readonly seeds: Pair | null
    readonly revealedAt: string | null
    readonly links: number
    readonly beacon: string | null
    readonly key: string | null
    readonly result: string | null
  }
  readonly list: readonly Entry[]
  readonly chain: readonly string[]
  readonly outcome: readonly Allotment[]
}

/** Steps that are recomputed, in this order; `mine` only where somebody asks about a ticket. */
export const CHECKS = ['list', 'mine', 'seeds', 'chain', 'order'] as const
export type Check = (typeof CHECKS)[number]
/** Of a step: right or not, and the hashes and counts that it is about. */
export type Checked = {
  readonly check: Check
  readonly isRight: boolean
  readonly count: number
  readonly hashes: readonly string[]
}

/** A ticket that somebody has a receipt for. */
export type Mine = { readonly ticket: string; readonly units: number; readonly r: string }

/** Links that the phone checks; the stand-alone script checks all of them. */
export const CHECKED_LINKS = 16

/** Means that a phone brings: the function of a link, which takes its time, and chance of its own. */
export type Means = {
  nextLink: (link: Uint8Array, salt: Uint8Array) => Promise<string>
  random: (count: number) => Uint8Array
}

/**
 * Recomputes a decided draw from its published file, step by step, telling after each. It ends with what each
 * ticket gets by this computation; a file that is not in its form fails the step that reads it.
 */
export async function* checkDraw(
  file: Published,
  mine: Mine | null,
  means: Means,
): AsyncGenerator<Checked, readonly Allotment[]> {
  const { draw, list, chain, outcome } = file
  const { id, root, seeds, beacon } = draw
  const attempt = (
    check: Check,
    count: number,
    hashes: readonly (string | null)[],
    isRight: () => boolean,
  ): Checked => ({ check, count, hashes: hashes.filter((each) => each !== null), isRight: triedly(isRight) })

  yield attempt(
    'list',
    list.length,
    [root],
    () =>
      list.length > 0 &&
      list.length === draw.tickets &&
      new Set(list.map(({ ticket }) => ticket)).size === list.length &&
      rootOf(list) === root,
  )
  if (mine !== null) {
    yield attempt('mine', depthOf(list.length), [mine.r], () =>
      list.some(({ ticket, lots, r }) => ticket === mine.ticket && lots === mine.units && r === mine.r),
    )
  }
  yield attempt(
    'seeds',
    2,
    [draw.commitments.operator, draw.commitments.auditor],
    () =>
      seeds !== null &&
      commitmentOf(id, 'operator', seeds.operator) === draw.commitments.operator &&
      commitmentOf(id, 'auditor', seeds.auditor) === draw.commitments.auditor &&
      draw.rootAt !== null &&
      draw.revealedAt !== null &&
      draw.revealedAt >= draw.rootAt,
  )
  const chosen = chooseLinks(draw.links, means.random)
  let follows = root !== null && chain.length === draw.links && chain.at(-1) === beacon
  for (const n of follows ? chosen : []) {
    const before = n === 0 ? chainStart(id, root!) : chain[n - 1]!
    follows &&= (await means.nextLink(bytesOf(before, LINK.tagLength), chainSalt(id))) === chain[n]
  }
  yield { check: 'chain', count: chosen.length, hashes: beacon === null ? [] : [beacon], isRight: follows }

  let mineAnew: Allotment[] = []
  yield attempt('order', list.length, [draw.key], () => {
    const key = keyOf({
      id,
      tickets: list.length,
      root: root!,
      beacon: beacon!,
      operatorSeed: seeds!.operator,
      auditorSeed: seeds!.auditor,
    })
    mineAnew = drawn(list, key, draw.units)
    return key === draw.key && resultOf(mineAnew) === draw.result && resultOf(outcome) === draw.result
  })
  return mineAnew
}

/** Bytes that are none, or a list that cannot be hashed, are wrong like any other. */
function triedly(isRight: () => boolean): boolean {
  try {
    return isRight()
  } catch {
    return false
  }
}

/** The root of a list as it was found; null: there is none, or it is in no form. */
export function foundRoot(list: readonly Entry[]): string | null {
  try {
    return list.length === 0 ? null : rootOf(list)
  } catch {
    return null
  }
}

/** Hashes between a leaf and the root of so many. */
const depthOf = (leaves: number): number => (leaves <= 1 ? 0 : Math.ceil(Math.log2(leaves)))

/** Different links, by chance; the first and the last are always among them. Ascending, counted from 0. */
export function chooseLinks(links: number, random: (count: number) => Uint8Array): number[] {
  const chosen = new Set([0, links - 1])
  while (chosen.size < Math.min(CHECKED_LINKS, links)) {
    const bytes = random(4)
    chosen.add(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % links)
  }
  return [...chosen].toSorted((a, b) => a - b)
}
