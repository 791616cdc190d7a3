import type { FixLayout } from './dictionary.ts'
import { FIELDS, HEADER, KNOWN_TAGS, KNOWN_TYPES, MESSAGES, TRAILER } from './fix44.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'

/** SessionRejectReason (373) with its sentence. */
export interface Fault {
  reason: number
  text: string
  /** RefTagID (371). */
  tag?: number
}

const fault = (reason: number, text: string, tag?: number): Fault => ({
  reason,
  text,
  ...(tag === undefined ? {} : { tag }),
})
export const missing = (tag: number) => fault(1, 'Required tag missing', tag)
export const wrongValue = (tag?: number) => fault(5, 'Value is incorrect (out of range) for this tag', tag)

const headerTags = new Set(HEADER.fields)
const trailerTags = new Set(TRAILER.fields)
const knownTags = new Set(KNOWN_TAGS.split(' ').map(Number))
const knownTypes = new Set(KNOWN_TYPES.split(' '))
const codesOf = new Map(
  Object.entries(FIELDS).map(([tag, { codes }]) => [
    Number(tag),
    codes === undefined ? null : new Set(codes.split(' ')),
  ]),
)
const layouts = new Map(
  Object.entries(MESSAGES).map(([type, layout]) => [
    type,
    {
      layout,
      tags: new Set([...layout.fields, ...Object.values(layout.groups).flat()]),
      ofGroups: new Set(Object.values(layout.groups).flat()),
    },
  ]),
)
const INTEGER = /^-?\d{1,18}$/
const FLOAT = /^-?\d{1,18}(\.\d{0,12})?$/
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d{3,9})?'
const DATE = '\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])'
const FORMATS: Readonly<Record<string, RegExp>> = {
  int: INTEGER,
  Length: /^\d{1,9}$/,
  NumInGroup: /^\d{1,6}$/,
  SeqNum: /^\d{1,15}$/,
  TagNum: /^\d{1,9}$/,
  DayOfMonth: /^([1-9]|[12]\d|3[01])$/,
  float: FLOAT,
  Qty: FLOAT,
  Price: FLOAT,
  PriceOffset: FLOAT,
  Amt: FLOAT,
  Percentage: FLOAT,
  char: /^[\s\S]$/,
  Boolean: /^[YN]$/,
  UTCTimestamp: new RegExp(`^${DATE}-${TIME}$`),
  UTCTimeOnly: new RegExp(`^${TIME}$`),
  UTCDateOnly: new RegExp(`^${DATE}$`),
  LocalMktDate: new RegExp(`^${DATE}$`),
  MonthYear: /^\d{4}(0[1-9]|1[0-2])(\d{2}|w[1-5])?$/,
}

/** Wrong form of one value. */
function formOf([tag, value]: Field): Fault | null {
  if (value === '') return fault(4, 'Tag specified without a value', tag)
  const field = FIELDS[tag]
  if (field === undefined) return null
  if (FORMATS[field.type]?.test(value) === false) return fault(6, 'Incorrect data format for value', tag)
  const codes = codesOf.get(tag)
  if (codes === null || codes === undefined) return null
  const values = field.type === 'MultipleValueString' ? value.split(' ') : [value]
  return values.every((one) => codes.has(one)) ? null : wrongValue(tag)
}

/** Header, body and trailer out of their order. */
function orderOf({ fields }: FixMessage): Fault | null {
  let part = 0
  for (const [tag] of fields) {
    const own = headerTags.has(tag) ? 0 : trailerTags.has(tag) ? 2 : 1
    if (own < part) return fault(14, 'Tag specified out of required order', tag)
    part = own
  }
  return null
}

/** A tag that is no tag, or that this message does not have. */
function placeOf(tag: number, tags: ReadonlySet<number>, ownTags: ReadonlySet<number>): Fault | null {
  if (headerTags.has(tag) || trailerTags.has(tag) || ownTags.has(tag)) return null
  if (!knownTags.has(tag)) return fault(0, 'Invalid tag number', tag)
  return tags.has(tag) ? null : fault(2, 'Tag not defined for this message type', tag)
}

/** Entries of a group that are not as many as its count says. */
function groupsOf({ fields }: FixMessage, { groups }: FixLayout): Fault | null {
  for (const [at, [tag, value]] of fields.entries()) {
    const members = groups[tag]
    if (members === undefined || Number(value) === 0) continue
    const opens = members[0]!
    if (entriesFrom(fields, at + 1, new Set(members), opens) !== Number(value))
      return fault(16, 'Incorrect NumInGroup count for repeating group', tag)
  }
  return null
}

function entriesFrom(
  fields: readonly Field[],
  from: number,
  members: ReadonlySet<number>,
  opens: number,
): number {
  let entries = 0
  for (let at = from; at < fields.length && members.has(fields[at]![0]); at++)
    if (fields[at]![0] === opens) entries++
  return entries
}

/** A tag outside of groups that stands twice. */
function twiceOf({ fields }: FixMessage, ofGroups: ReadonlySet<number>): Fault | null {
  const seen = new Set<number>()
  for (const [tag] of fields) {
    if (seen.has(tag) && !ofGroups.has(tag)) return fault(13, 'Tag appears more than once', tag)
    seen.add(tag)
  }
  return null
}

const NONE: ReadonlySet<number> = new Set()

/** The first fault of a message by the standard, null if it has none; `ownTags`: agreed on besides. */
export function faultOf(message: FixMessage, ownTags = NONE): Fault | null {
  if (!knownTypes.has(message.type)) return fault(11, 'Invalid MsgType')
  const disorder = orderOf(message)
  if (disorder !== null) return disorder
  const own = layouts.get(message.type)
  const required = [...HEADER.required, ...(own?.layout.required ?? [])]
  for (const tag of required)
    if (tag !== 8 && tag !== 9 && tag !== 35 && valueOf(message, tag) === undefined) return missing(tag)
  const twice = twiceOf(message, own?.ofGroups ?? new Set())
  if (twice !== null && own !== undefined) return twice
  for (const field of message.fields) {
    const wrong = formOf(field) ?? (own === undefined ? null : placeOf(field[0], own.tags, ownTags))
    if (wrong !== null) return wrong
  }
  return own === undefined ? null : groupsOf(message, own.layout)
}
