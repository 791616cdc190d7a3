import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { RULE_NAMES } from './model/rules.ts'

/**
 * The published definitions of the rules by which risk signals are found: what each looks at, in the reader's
 * language, and its thresholds. A signal decides nothing.
 */
export const listRiskRules = route({
  name: 'listRiskRules',
  method: 'GET',
  path: '/signals/rules',
  access: 'public',
  site: 'both',
  sameForAll: true,
  output: z.object({
    rules: z.array(
      z.object({
        rule: z.enum(RULE_NAMES),
        name: z.string(),
        definition: z.string(),
        thresholds: z.record(z.string(), z.int()),
      }),
    ),
  }),
})

/**
 * Counts of sealed cases, of looks and notes made in them, and of seals that ended, disclosed or withheld
 * from the member by law: of each month that is over, the newest first. `standing`: seals at the end of it.
 */
export const listSealedCounts = route({
  name: 'listSealedCounts',
  method: 'GET',
  path: '/signals/sealed',
  access: 'public',
  site: 'both',
  sameForAll: true,
  output: z.object({
    months: z.array(
      z.object({
        month: z.string(),
        sealed: z.int(),
        entries: z.int(),
        disclosed: z.int(),
        withheld: z.int(),
        standing: z.int(),
      }),
    ),
  }),
})
