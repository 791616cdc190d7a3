import type { MemberId } from '#kernel/id.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { ApiKeyRow } from '../model/api-key.ts'

export const apiKeys = defineTable<ApiKeyRow>()({
  name: 'api_keys',
  columns: {
    id: 'text',
    memberId: 'text',
    scope: 'text',
    publicKey: 'text',
    detailsHash: 'text',
    madeAt: 'int8',
    usedAt: 'int8?',
    revokedAt: 'int8?',
    revokedBecause: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'scope', 'publicKey', 'detailsHash', 'madeAt'],
  indexes: { member: (row) => row.memberId, publicKey: (row) => row.publicKey },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    /** The member's own words about a key; `networks` joined by blanks. */
    apiKeyDetails: { id: string; memberId: MemberId; name: string; networks: string; salt: Buffer }
  }
}
