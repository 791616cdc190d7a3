import { assert } from '#kernel/assert.ts'
import { formatter } from '#i18n/format.ts'
import type { Lang } from '#i18n/lang.ts'

/** A document as it is laid out. `list`: its points; `table`: its rows, the first one heads the columns. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/**
 * Puts figures in their places: numbers as the language writes them. A place without a figure is a bug of the
 * text.
 */
export function fill(source: string, figures: Readonly<Record<string, number | string>>, lang: Lang): string {
  const { ruleFigure } = formatter(lang)
  return source.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
    assert(figure !== undefined, `no figure is called ${name}`)
    return typeof figure === 'number' ? ruleFigure(figure) : figure
  })
}

export const titleOf = (text: string): string => text.slice(2, text.indexOf('\n'))

/** The blocks below the title. Plain text throughout: nothing in it is ever markup. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let items: string[] = []
  let rows: string[][] = []
  for (const line of text.split('\n').slice(1)) {
    if (line.startsWith('- ')) {
      if (items.length === 0) blocks.push({ kind: 'list', items })
      items.push(line.slice(2))
    } else items = []
    if (line.startsWith('|')) {
      if (rows.length === 0) blocks.push({ kind: 'table', rows })
      rows.push(
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
    } else rows = []
    if (line === '' || /^(- |\|)/.test(line)) continue
    blocks.push(
      line.startsWith('## ') ? { kind: 'heading', text: line.slice(3) } : { kind: 'paragraph', text: line },
    )
  }
  return blocks
}
