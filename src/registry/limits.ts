import { LIMITS as identity } from '#modules/identity/model/limits.ts'
import { LIMITS as records } from '#modules/records/model/limits.ts'
import { LIMITS as staff } from '#modules/staff/model/limits.ts'
import { LIMITS as fix } from '#modules/fix/model/limits.ts'
import { LIMITS as apikeys } from '#modules/apikeys/model/limits.ts'
import { unionOf } from './union.ts'

const MODULES = { apikeys, fix, identity, staff, records } as const

/** The limits that modules declare: how often, how many, and for how long. */
export const MODULE_LIMITS = unionOf('limit', MODULES)
