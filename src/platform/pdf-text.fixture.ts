import { inflateSync } from 'node:zlib'

/**
 * The text that a PDF of `pdfMaker` shows, in the order in which it is drawn: glyphs are turned back by the
 * file's own tables, as a reader who copies does.
 */
export function pdfText(file: Uint8Array): string {
  const raw = Buffer.from(file).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body)
  const stream = (body: string): string => {
    const packed = Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? '', 'latin1')
    return (body.includes('FlateDecode') ? inflateSync(packed) : packed).toString('latin1')
  }
  const fontIds = [...raw.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
    ([, name = '', id = '']) => [name, id] as const,
  )
  const fonts = new Map(
    fontIds.map(([name, id]) => [
      name,
      glyphs(stream(objects.get(/ToUnicode (\d+)/.exec(objects.get(id)!)![1]!)!)),
    ]),
  )
  const pages = [...objects.values()]
    .filter((body) => `${body}\n`.includes('/Type /Page\n'))
    .map((body) => stream(objects.get(/Contents (\d+)/.exec(body)![1]!)!))
  return pages.map((content) => drawn(content, fonts)).join('\n')
}

/** A font's table from glyph to text. */
function glyphs(table: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [n, text] of (list.match(/<[\w ]*>/g) ?? []).entries()) {
      found.set(
        Number.parseInt(first, 16) + n,
        Buffer.from(text.replace(/[<> ]/g, ''), 'hex').swap16().toString('utf16le'),
      )
    }
  }
  return found
}

function drawn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> | undefined
  let text = ''
  for (const [piece, name] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>|\bET\b/g)) {
    if (name !== undefined) font = fonts.get(name)
    else if (piece === 'ET') text += ' '
    else for (const [code] of piece.matchAll(/\w{4}/g)) text += font?.get(Number.parseInt(code, 16)) ?? '?'
  }
  return text
}
