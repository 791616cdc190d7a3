import * as z from 'zod/mini'
import { storedList } from '#client/local-storage.ts'

const StoredCommitment = z.object({ seq: z.int(), at: z.number() })
/** Promises that this device saw kept, the last of them first; `at`: when, by the server's clock. */
export const storedCommitments = storedList<z.output<typeof StoredCommitment>>({
  key: 'trust.kept',
  most: 50,
  parse: (value) => StoredCommitment.safeParse(value).data ?? null,
  same: (a, b) => a.seq === b.seq,
})
