import { MINUTE, type Ms } from '#kernel/time.ts'

/** Looks that follow one another within so long are told as one. */
export const FOLD_LOOKS_WITHIN: Ms = 30 * MINUTE

type Look = { readonly operatorId: string; readonly what: string; readonly at: Ms }

/**
 * Looks of one operator at one thing that follow each other closely, as one with their number: it stands
 * where the last of them was. All of them stay written down. `looks`: the newest first, as they come back.
 */
export function foldLooks<Row extends Look>(looks: readonly Row[]): (Row & { times: number })[] {
  const folded: (Row & { times: number })[] = []
  /** By operator and thing, the row that they are folded into and the earliest look in it. */
  const last = new Map<string, { index: number; at: Ms }>()
  for (const look of looks) {
    const key = `${look.operatorId} ${look.what}`
    const row = last.get(key)
    if (row !== undefined && row.at - look.at <= FOLD_LOOKS_WITHIN) {
      folded[row.index]!.times++
      row.at = look.at
    } else {
      last.set(key, { index: folded.length, at: look.at })
      folded.push({ ...look, times: 1 })
    }
  }
  return folded
}
