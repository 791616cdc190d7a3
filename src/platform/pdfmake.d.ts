/**
 * The parts of pdfmake that its types leave out: its files in memory, and the document with its fonts, which
 * knows what characters they have.
 */
declare module 'pdfmake/js/virtual-fs.js' {
  export type VirtualFiles = { writeFileSync(name: string, content: Uint8Array): void }
  const files: { default: VirtualFiles }
  export default files
}

declare module 'pdfmake/js/PDFDocument.js' {
  import type { VirtualFiles } from 'pdfmake/js/virtual-fs.js'
  class PdfDocument {
    constructor(
      fonts: Record<string, { normal: string }>,
      images: object,
      patterns: object,
      attachments: object,
      options: object,
      files: VirtualFiles,
    )
    provideFont(
      name: string,
      bold: boolean,
      italics: boolean,
    ): { font: { hasGlyphForCodePoint(point: number): boolean } }
  }
  const document: { default: typeof PdfDocument }
  export default document
}
