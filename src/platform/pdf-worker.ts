import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import kit from 'pdfmake/js/PDFDocument.js'
import virtualFiles from 'pdfmake/js/virtual-fs.js'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Lang } from '#i18n/lang.ts'
import { FONT_NAMES, plainFont, type Font } from './fonts.ts'
import type { PdfAnswer, PdfBlock, PdfPaper } from './pdf.ts'

/**
 * The thread that lays statements out. Its fonts are files of this repository; it reads nothing else and asks
 * no network.
 */

const files = virtualFiles.default
const FILES = Object.fromEntries(FONT_NAMES.map((name) => [name, { normal: `${name}.ttf` }]))
for (const name of FONT_NAMES) files.writeFileSync(`${name}.ttf`, plainFont(name))

pdfmake.setFonts(FILES)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/**
 * The shapes of a language's own characters first: the same code point is drawn differently in Japan and in
 * China.
 */
const ORDER: Readonly<Record<Lang, readonly Font[]>> = {
  ja: ['jp', 'tc', 'sc'],
  en: ['jp', 'tc', 'sc'],
  es: ['jp', 'tc', 'sc'],
  fr: ['jp', 'tc', 'sc'],
  'zh-Hans': ['sc', 'tc', 'jp'],
  'zh-Hant': ['tc', 'jp', 'sc'],
}
/** Stands for a character that no font has, as printers do. */
const GETA = '〓'

type Shapes = { hasGlyphForCodePoint(point: number): boolean }
const shapes = new Map<Font, Shapes>()
/** The characters that a font has, read from the files once. */
const shapesOf = (name: Font): Shapes => {
  let known = shapes.get(name)
  if (known === undefined) {
    const document = new kit.default(FILES, {}, {}, {}, {}, files)
    shapes.set(name, (known = document.provideFont(name, false, false).font))
  }
  return known
}

type Run = { text: string; font: Font }
/** A text in pieces of one font each. */
function runs(text: string, lang: Lang): Run[] {
  const found: Run[] = []
  const drawnBy = (character: string) =>
    ORDER[lang].find((name) =>
      [...character].every((each) => shapesOf(name).hasGlyphForCodePoint(each.codePointAt(0)!)),
    )
  for (const written of text) {
    // Half-width and full-width forms that no font has are drawn in their usual width.
    const character = drawnBy(written) === undefined ? written.normalize('NFKC') : written
    const font = drawnBy(character)
    const drawn = font === undefined ? { text: GETA, font: 'jp' as const } : { text: character, font }
    const last = found.at(-1)
    if (last?.font === drawn.font) last.text += drawn.text
    else found.push(drawn)
  }
  return found
}

const GREY = '#59636f'
const HAIRLINE = '#c9d0d7'
const AMBER = '#8a5a00'
const LINES = {
  hLineWidth: (row: number) => (row === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => HAIRLINE,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

function contentOf(block: PdfBlock, lang: Lang): Content {
  const say = (text: string) => runs(text, lang)
  switch (block.kind) {
    case 'heading':
      return { text: say(block.text), fontSize: 11, margin: [0, 12, 0, 4], headlineLevel: 1 }
    case 'text':
      return { text: say(block.text), margin: [0, 2, 0, 2] }
    case 'small':
      return { text: say(block.text), fontSize: 7.5, color: GREY, margin: [0, 2, 0, 2] }
    case 'pairs':
      return {
        layout: LINES,
        table: {
          widths: ['*', 'auto'],
          body: block.rows.map(({ label, value, strong }): TableCell[] => {
            const fontSize = strong ? 11 : 9
            return [
              { text: say(label), fontSize, color: strong ? undefined! : GREY },
              { text: say(value), fontSize, alignment: 'right' },
            ]
          }),
        },
      }
    case 'table': {
      const side = (column: number) => (block.right.includes(column) ? ('right' as const) : ('left' as const))
      const row = (cells: readonly string[], more: object = {}): TableCell[] =>
        cells.map((cell, n) => ({ text: say(cell), alignment: side(n), ...more }))
      return {
        layout: LINES,
        fontSize: 7.5,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: block.head.map((_, n) => (n === block.wide ? '*' : 'auto')),
          body: [
            row(block.head, { color: GREY, fillColor: '#f5f7f9' }),
            ...block.rows.map((cells) => row(cells)),
            ...(block.foot === undefined ? [] : [row(block.foot, { fontSize: 8.5, fillColor: '#f5f7f9' })]),
          ],
        },
      }
    }
  }
}

function definition({ lang, title, firm, mark, footer, madeAt, blocks }: PdfPaper): TDocumentDefinitions {
  const say = (text: string) => runs(text, lang)
  return {
    pageSize: 'A4',
    pageMargins: [40, 62, 40, 52],
    defaultStyle: { font: ORDER[lang][0]!, fontSize: 9, lineHeight: 1.2 },
    info: {
      title,
      author: firm,
      creator: firm,
      producer: firm,
      subject: mark,
      creationDate: new Date(madeAt),
      modDate: new Date(madeAt),
    },
    // A function: an object would be copied for each page as JSON, and lose its layout.
    header: () => ({
      margin: [40, 26, 40, 0],
      columns: [
        { text: say(firm), color: GREY, fontSize: 9, width: '*' },
        {
          width: 'auto',
          layout: {
            hLineWidth: () => 1,
            vLineWidth: () => 1,
            hLineColor: () => AMBER,
            vLineColor: () => AMBER,
            paddingTop: () => 1,
            paddingBottom: () => 1,
          },
          table: { body: [[{ text: say(mark), color: AMBER, fontSize: 9 }]] },
        },
      ],
    }),
    footer: (page, pages) => ({
      margin: [40, 10, 40, 0],
      columns: [
        { text: say(footer), color: GREY, fontSize: 7, width: '*' },
        { text: `${page} / ${pages}`, color: GREY, fontSize: 7, width: 'auto' },
      ],
    }),
    // A heading never stands alone at the foot of a page.
    pageBreakBefore: (node, following) =>
      node.headlineLevel === 1 && following.getFollowingNodesOnPage().length === 0,
    content: [
      { text: say(title), fontSize: 16, margin: [0, 0, 0, 6] },
      ...blocks.map((block) => contentOf(block, lang)),
    ],
  }
}

parentPort?.on('message', ({ id, paper }: { id: number; paper: PdfPaper }) => {
  void make(paper).then(
    (bytes) => parentPort!.postMessage({ id, bytes } satisfies PdfAnswer, [bytes.buffer]),
    (error: unknown) => parentPort!.postMessage({ id, failed: String(error) } satisfies PdfAnswer, []),
  )
})

const make = async (paper: PdfPaper): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await pdfmake.createPdf(definition(paper)).getBuffer())
