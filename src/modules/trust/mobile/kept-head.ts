import * as z from 'zod/mini'
import { keptList } from '#client/kept.ts'

const KeptHead = z.object({ size: z.int(), root: z.string().check(z.regex(/^[0-9a-f]{64}$/)), at: z.string(), keys: z.object({ house: z.string(), auditor: z.string() }), checkedAt: z.number() })
/** The head that this device saw last: what the next one must continue, and who signed it. `checkedAt`: when it was last found right, by the server's clock. */
export type KeptHead = z.output<typeof KeptHead>

const list = keptList<KeptHead>({ key: 'trust.head', most: 1, parse: (value) => KeptHead.safeParse(value).data ?? null, same: () => true })
export const keptHead = { get: (): KeptHead | null => list.entries()[0] ?? null, set: (head: KeptHead): void => list.add(head), useHead: (): KeptHead | null => list.useEntries()[0] ?? null }
