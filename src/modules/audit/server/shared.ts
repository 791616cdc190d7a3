import type { House } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'

export type Shared = { house: House; staff: StaffPublic; venueDirectory: string }
