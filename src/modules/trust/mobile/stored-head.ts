import * as z from 'zod/mini'
import { storedList } from '#client/local-storage.ts'

const StoredHead = z.object({
  size: z.int(),
  root: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  at: z.string(),
  keys: z.object({ house: z.string(), auditor: z.string() }),
  checkedAt: z.number(),
})
/**
 * The head that this device saw last: what the next one must continue, and who signed it. `checkedAt`: when
 * it was last found right, by the server's clock.
 */
export type StoredHead = z.output<typeof StoredHead>

const list = storedList<StoredHead>({
  key: 'trust.head',
  most: 1,
  parse: (value) => StoredHead.safeParse(value).data ?? null,
  same: () => true,
})
export const storedHead = {
  get: (): StoredHead | null => list.entries()[0] ?? null,
  set: (head: StoredHead): void => list.add(head),
  useHead: (): StoredHead | null => list.useEntries()[0] ?? null,
}
