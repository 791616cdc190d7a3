import type { House } from '#rooms/room.ts'
import type { StaffPublic } from '#rooms/staff/server/public.ts'

export type Shared = { house: House; staff: StaffPublic; venueDirectory: string }
