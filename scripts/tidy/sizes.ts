import { lineAt } from './source.ts'

/** A function's name (empty for an unnamed one), its first line, and how many lines it has. */
export type Extent = { name: string; line: number; lines: number }

const NOT_A_FUNCTION = /\b(?:if|for|while|switch|catch|with|await)\s*$/

/**
 * The functions of a file by their brackets, in `code` without comments and strings. Bodies in braces, and
 * arrows that give a bracketed value.
 */
export function functionsOf(code: string): Extent[] {
  const closing = bracketPairs(code)
  const found: Extent[] = []
  const add = (start: number, open: number) => {
    const end = closing.get(open) ?? code.length
    const line = lineAt(code, start)
    found.push({ name: nameBefore(code, start), line, lines: lineAt(code, end) - line + 1 })
  }
  for (const [open, close] of closing) {
    if (code[open] !== '(' || NOT_A_FUNCTION.test(code.slice(Math.max(0, open - 12), open))) continue
    const body = bodyAfter(code, close, closing)
    if (body !== undefined) add(open, body)
  }
  return found
}

/** Each opening bracket with its closing one. */
function bracketPairs(code: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (let i = 0; i < code.length; i++) {
    if ('([{'.includes(code[i] ?? ' ')) open.push(i)
    else if (')]}'.includes(code[i] ?? ' ')) {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, i)
    }
  }
  return pairs
}

/**
 * Index at which the body opens of the function whose parameters end at `close`; undefined: these are no
 * parameters.
 */
function bodyAfter(code: string, close: number, closing: Map<number, number>): number | undefined {
  let at = skipSpace(code, close + 1)
  if (code[at] === ':') at = afterType(code, at + 1, closing)
  if (code[at] === '{') return at
  if (!code.startsWith('=>', at)) return undefined
  at = skipSpace(code, at + 2)
  return code[at] === '{' || code[at] === '(' ? at : undefined
}

/**
 * Past a return type: up to the `=>` of an arrow or the `{` of a body. A brace after one of `: | & < , ( [`
 * belongs to the type.
 */
function afterType(code: string, start: number, closing: Map<number, number>): number {
  let last = ':'
  for (let at = skipSpace(code, start); at < code.length; at = skipSpace(code, at + 1)) {
    const sign = code[at] ?? ''
    if (sign === '{' && !':|&<,('.includes(last)) return at
    if (code.startsWith('=>', at) || ';=)}]'.includes(sign)) return at
    if ('([{'.includes(sign)) at = closing.get(at) ?? code.length
    last = sign
  }
  return code.length
}

function skipSpace(code: string, at: number): number {
  while (/\s/.test(code[at] ?? '')) at++
  return at
}

/** `function name(`, `const name = async (`, `const name = memo(function (`, `name(` of a method. */
function nameBefore(code: string, start: number): string {
  const line = code.slice(code.lastIndexOf('\n', start) + 1, start)
  return (
    /\b(?:function\*?|const|let)\s+([\w$]+)/.exec(line)?.[1] ??
    /([\w$]+)\s*(?:<[^<>]*>)?$/.exec(line)?.[1] ??
    ''
  )
}
