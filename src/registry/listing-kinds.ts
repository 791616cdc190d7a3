import { LISTING_KINDS as ai } from '#modules/ai/model/listing-kinds.ts'
import { LISTING_KINDS as block } from '#modules/block/model/listing-kinds.ts'
import { LISTING_KINDS as copy } from '#modules/copy/model/listing-kinds.ts'
import { LISTING_KINDS as daytrade } from '#modules/daytrade/model/listing-kinds.ts'
import { LISTING_KINDS as ipo } from '#modules/ipo/model/listing-kinds.ts'
import { unionOf } from './union.ts'

/** The terms of every kind that can be listed. */
export const KINDS = unionOf('listing kind', { ipo, block, daytrade, ai, copy })
export type ListingKind = keyof typeof KINDS
export const LISTING_KINDS = Object.keys(KINDS) as readonly ListingKind[]
