import { isUtf8 } from 'node:buffer'
import * as z from 'zod/mini'
import type { Route } from '#wire/route.ts'
import type { Limits } from '../limits.ts'
import type { Field } from './envelope.ts'

// Problems of a field are for the programmer of a client, in English; what a member reads is `msg`.
z.config(z.locales.en())

export type Parsed = { input: unknown; query: unknown; params: unknown }
export type Schema = NonNullable<Route['input']>

const NOTHING = {}
/** The usual query, which needs no work. */
const ONLY_LANG = /^(?:lang=[A-Za-z-]*)?$/

/**
 * Query text as fields. `lang` is every route's own and left out of `fields`. Doubled names and broken
 * escapes are problems.
 */
export function readQuery(text: string): {
  lang: string | null
  fields: Record<string, string>
  problems: Field[]
} {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const problems: Field[] = []
  let lang: string | null = null
  if (ONLY_LANG.test(text)) return { lang: text === '' ? null : text.slice(5), fields, problems }
  const seen = new Set<string>()
  for (const pair of text === '' ? [] : text.split('&')) {
    const equals = pair.indexOf('=')
    const name = unescape(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : unescape(pair.slice(equals + 1))
    if (name === null || value === null) problems.push({ path: 'query', problem: 'not a valid escape' })
    else if (seen.has(name)) problems.push({ path: name, problem: 'given twice' })
    else if (value.includes('\0')) problems.push({ path: name, problem: 'a zero character' })
    else if (name === 'lang') lang = value
    else fields[name] = value
    if (name !== null) seen.add(name)
  }
  return { lang, fields, problems }
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * Checks what was sent against the contract; `fields` is empty when all is well, `body` what was sent as
 * JSON.
 */
export function parseRequest(
  route: Route,
  sent: { body: string; query: Record<string, string>; params: unknown },
  limits: Limits['request'],
): { parsed: Parsed; fields: Field[]; body: unknown } {
  const fields: Field[] = []
  const params = route.params === undefined ? undefined : check(route.params, sent.params, fields)
  const query =
    route.query === undefined ? noneOf(sent.query, fields) : check(route.query, { ...sent.query }, fields)
  const body = readBody(sent.body, limits)
  let input: unknown
  if ('problem' in body) fields.push({ path: '', problem: body.problem })
  else if (route.input !== undefined) input = check(route.input, body.value, fields)
  else if (body.value !== undefined) check(EMPTY, body.value, fields)
  return { parsed: { input, query, params }, fields, body: 'problem' in body ? undefined : body.value }
}

const EMPTY = z.strictObject({})

function noneOf(query: Record<string, string>, fields: Field[]): undefined {
  for (const name of Object.keys(query)) fields.push({ path: name, problem: 'unknown field' })
}

function check(schema: Schema, value: unknown, fields: Field[]): unknown {
  const result = z.safeParse(schema, value ?? (value === undefined ? NOTHING : value))
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        fields.push({ path: path ? `${path}.${key}` : key, problem: 'unknown field' })
    else fields.push({ path, problem: issue.message })
  }
  return undefined
}

/** A fault of a body before anybody reads it, with its status. */
export class EarlyFault extends Error {
  readonly statusCode: 400 | 415
  /** Of a 415: what is said. */
  readonly sentence: 'jsonOnly' | 'plainBodyOnly'
  constructor(statusCode: 400 | 415, problem: string, sentence: EarlyFault['sentence'] = 'jsonOnly') {
    super(problem)
    this.statusCode = statusCode
    this.sentence = sentence
  }
}

/**
 * A JSON body's text. JSON is UTF-8 (RFC 8259, 8.1): replacing what is none would keep other words than those
 * that were sent.
 */
export function readBytes(bytes: Buffer, type: string | undefined): string | EarlyFault {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) return new EarlyFault(415, 'not UTF-8')
  return isUtf8(bytes) ? bytes.toString() : new EarlyFault(400, 'not UTF-8')
}

/** A body in another coding is refused by name: its bytes are no JSON as they stand (RFC 9110, 15.5.16). */
export const codingFault = (coding: string | undefined): EarlyFault | null =>
  coding === undefined || /^\s*identity\s*$/i.test(coding)
    ? null
    : new EarlyFault(415, 'an encoded body', 'plainBodyOnly')

/** The JSON of a body, or what is wrong with it. */
export function readBody(text: string, limits: Limits['request']): { value: unknown } | { problem: string } {
  if (text === '') return { value: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'not JSON' }
  }
  const counted = { names: 0 }
  const problem =
    problemOf(value, limits, 1, counted) ?? (counted.names === colonsOf(text) ? null : doubled(text))
  return problem === null ? { value } : { problem }
}

const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0))
/** The colons of JSON outside its texts: one for each name. */
function colonsOf(text: string): number {
  let found = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isText = !isText
    else if (isText && code === BACKSLASH) at++
    else if (!isText && code === COLON) found++
  }
  return found
}

/** Texts of JSON, each name with its colon, and the braces between them. */
const NAMES = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]/g
/**
 * A name that one object has twice: readers take the first or the last, and one of them is not what was
 * signed or checked. `text` is JSON.
 */
function doubled(text: string): string | null {
  const open: Set<string>[] = []
  for (const [token] of text.matchAll(NAMES)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token.endsWith(':')) {
      const quoted = token.slice(0, token.lastIndexOf('"') + 1)
      const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
      if (open.at(-1)!.has(name)) return `the field ${name} given twice`
      open.at(-1)!.add(name)
    }
  }
  return null
}

const TRAPS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Too deep, too long, a name that reaches into the language, or a text that no database can hold; `counted`:
 * the names that there are.
 */
function problemOf(
  value: unknown,
  limits: Limits['request'],
  depth: number,
  counted: { names: number },
): string | null {
  if (typeof value === 'string')
    return value.includes('\0') ? 'a zero character' : value.isWellFormed() ? null : 'half of a character'
  if (typeof value !== 'object' || value === null) return null
  if (depth > limits.depth) return `deeper than ${limits.depth}`
  if (Array.isArray(value)) {
    if (value.length > limits.arrayLength) return `more than ${limits.arrayLength} items`
    for (const item of value) {
      const problem = problemOf(item, limits, depth + 1, counted)
      if (problem !== null) return problem
    }
    return null
  }
  for (const name in value) {
    counted.names++
    if (TRAPS.has(name)) return `a field named ${name}`
    const problem = problemOf((value as Record<string, unknown>)[name], limits, depth + 1, counted)
    if (problem !== null) return problem
  }
  return null
}
