import * as z from 'zod/mini'
import { TICK_TABLES } from '#modules/instruments/model/instrument.ts'
import { route } from '#wire/route.ts'
import { DateText, Id, QuantityFigure, TenthsFigure } from '#wire/values.ts'

const ROLES_HERE = ['listing', 'auditor', 'administrator'] as const
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
