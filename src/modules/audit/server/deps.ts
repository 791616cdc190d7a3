import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import type { Notes } from './note-queries.ts'
import type { People } from './people-queries.ts'

export type AuditDeps = {
  context: AppContext
  staff: StaffPublic
  identity: Pick<IdentityPublic, 'isSimulated'>
  people: People
  notes: Notes
  venueDirectory: string
}
