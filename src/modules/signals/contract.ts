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
