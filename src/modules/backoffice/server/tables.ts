import { defineTable } from '#platform/engine/table.ts'
import type { FirmKeyRow } from '../model/firm-key.ts'

export const firmKeys = defineTable<FirmKeyRow>()({
  name: 'firm_keys',
  columns: {
    id: 'text',
    name: 'text',
    scopes: 'jsonb',
    networks: 'jsonb',
    publicKey: 'text',
    until: 'text',
    ownerId: 'text',
    madeAt: 'int8',
    usedAt: 'int8?',
    revokedAt: 'int8?',
    revokedBy: 'text?',
  },
  key: 'id',
  fixed: ['name', 'scopes', 'networks', 'publicKey', 'until', 'ownerId', 'madeAt'],
})
