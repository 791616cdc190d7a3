import * as z from 'zod/mini'
import { TICK_TABLES } from '#modules/instruments/model/instrument.ts'
import { route } from '#wire/route.ts'
import { DateText, Id, QuantityFigure, TenthsFigure, YenTotal } from '#wire/values.ts'

const ROLES_HERE = ['listing', 'auditor', 'administrator'] as const
const OUTCOME_TONES = ['brand', 'ok', 'warn', 'danger', 'grey'] as const
export type OutcomeTone = (typeof OUTCOME_TONES)[number]
/**
 * Outcome of a listing, by the word of its product: `stage` and `label` in the reader's language.
 * `back`: what its withdrawal now would give back.
 */
const OutcomeView = z.object({
  id: z.string(),
  stage: z.string(),
  tone: z.enum(OUTCOME_TONES),
  figures: z.array(
    z.object({
      label: z.string(),
      n: z.nullable(z.int()),
      shares: z.nullable(QuantityFigure),
      yen: z.nullable(YenTotal),
    }),
  ),
  back: z.nullable(z.object({ members: z.int(), yen: YenTotal })),
  drawId: z.nullable(z.string()),
})
export type OutcomeView = z.output<typeof OutcomeView>
/** Listings whose product says more than their dates do. */
export const listOutcomes = route({
  name: 'listListingOutcomes',
  method: 'GET',
  path: '/console/listings/outcomes',
  access: 'operator',
  roles: ROLES_HERE,
  output: z.array(OutcomeView),
})
const Codes = z.string().check(z.maxLength(650), z.regex(/^[0-9A-Z]{4,5}(,[0-9A-Z]{4,5})*$/))
const Dates = z.string().check(z.maxLength(120), z.regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})*$/))

/**
 * The facts that terms are checked against (`model/facts.ts`): about these codes, these dates, the day that
 * the listing is for, this lead.
 */
export const getTermsFacts = route({
  name: 'getTermsFacts',
  method: 'GET',
  path: '/console/listings/facts',
  access: 'operator',
  roles: ROLES_HERE,
  query: z.strictObject({
    codes: z.optional(Codes),
    dates: z.optional(Dates),
    day: z.optional(DateText),
    lead: z.optional(Id),
    testTo: z.optional(DateText),
  }),
  output: z.object({
    now: z.int(),
    closedDates: z.array(z.string()),
    issues: z.record(
      z.string(),
      z.object({
        unit: z.int(),
        tickTable: z.enum(TICK_TABLES),
        sharesOutstanding: QuantityFigure,
        closeTenths: z.nullable(TenthsFigure),
        exDate: z.nullable(DateText),
      }),
    ),
    day: z.nullable(z.object({ opensAt: z.int(), preClosingAt: z.int() })),
    leadLevel: z.nullable(z.string()),
    card: z.nullable(z.record(z.string(), z.union([z.int(), z.string()]))),
    takesNewIssues: z.boolean(),
  }),
})
