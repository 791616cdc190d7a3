import type { Power } from '#modules/staff/model/power.ts'
import { POWERS as ai } from '#modules/ai/model/powers.ts'
import { POWERS as audit } from '#modules/audit/model/powers.ts'
import { POWERS as backoffice } from '#modules/backoffice/model/powers.ts'
import { POWERS as block } from '#modules/block/model/powers.ts'
import { POWERS as closings } from '#modules/closings/model/powers.ts'
import { POWERS as copy } from '#modules/copy/model/powers.ts'
import { POWERS as daytrade } from '#modules/daytrade/model/powers.ts'
import { POWERS as disputes } from '#modules/disputes/model/powers.ts'
import { POWERS as draws } from '#modules/draws/model/powers.ts'
import { POWERS as duty } from '#modules/duty/model/powers.ts'
import { POWERS as funding } from '#modules/funding/model/powers.ts'
import { POWERS as ipo } from '#modules/ipo/model/powers.ts'
import { POWERS as legal } from '#modules/legal/model/powers.ts'
import { POWERS as listings } from '#modules/listings/model/powers.ts'
import { POWERS as loans } from '#modules/loans/model/powers.ts'
import { POWERS as market } from '#modules/market/model/powers.ts'
import { POWERS as members } from '#modules/members/model/powers.ts'
import { POWERS as news } from '#modules/news/model/powers.ts'
import { POWERS as schedules } from '#modules/schedules/model/powers.ts'
import { POWERS as staff } from '#modules/staff/model/powers.ts'
import { POWERS as support } from '#modules/support/model/powers.ts'
import { POWERS as signals } from '#modules/signals/model/powers.ts'
import { unionOf } from './union.ts'

const MODULES = {
  funding,
  support,
  staff,
  news,
  members,
  loans,
  copy,
  listings,
  ipo,
  block,
  draws,
  daytrade,
  ai,
  market,
  schedules,
  legal,
  audit,
  closings,
  duty,
  signals,
  disputes,
  backoffice,
} as const

/**
 * All that operators may do, and nothing else: the rows of security-and-trust 1. What is not in here, nobody
 * can do.
 */
export const POWERS = unionOf('power', MODULES)

export type PowerName = keyof typeof POWERS
export const POWER_NAMES = Object.keys(POWERS) as readonly PowerName[]
export const powerOf = (name: PowerName): Power => POWERS[name]
const moduleOf = new Map(
  Object.entries(MODULES).flatMap(([module, declared]) =>
    Object.keys(declared).map((name) => [name, module]),
  ),
)
/** The words of a power, in the catalogue of the module that declares it. */
export const powerKey = (name: PowerName): string => `${moduleOf.get(name)}.power.${name}`
/** Powers whose acts are published as a count alone. */
export const SEALED_POWERS = POWER_NAMES.filter((name) => powerOf(name).seen === 'sealed')
/** Names come from requests too: one that every object has, `toString`, is no power. */
export const isPower = (name: string): name is PowerName => Object.hasOwn(POWERS, name)

/**
 * The powers that decide a case together: of one family, and by more than one person, so that a request of
 * theirs can stay open. What one signs alone is done at once.
 */
export const rivalsOf = (name: PowerName): readonly PowerName[] =>
  powerOf(name).signers.length < 2
    ? []
    : POWER_NAMES.filter(
        (other) => other.split('.', 1)[0] === name.split('.', 1)[0] && powerOf(other).signers.length > 1,
      )
