import type { BoardNumbers, ExecutionReport } from '../model/terms.ts'

/**
 * Reports on their way between threads. Cloning one object by object costs more than working the order did: the words go as one
 * text, the boards as one array of numbers.
 */
export type ReportBatch = { readonly text: string; readonly boards: Float64Array<ArrayBuffer> }

/** How many numbers a board takes. */
const sizeOf = (board: BoardNumbers, at = 0): number => 2 + 2 * (board[at]! + board[at + 1]!)

export function packReports(reports: readonly ExecutionReport[]): ReportBatch {
  const numbers: number[] = []
  const words = reports.map(({ book, ...report }) => {
    if (book === undefined) return report
    for (let at = 0; at < book.length; at++) numbers.push(book[at]!)
    return { ...report, book: true }
  })
  return { text: JSON.stringify(words), boards: Float64Array.from(numbers) }
}

export function unpackReports({ text, boards }: ReportBatch): ExecutionReport[] {
  const reports = JSON.parse(text) as (Omit<ExecutionReport, 'book'> & { book?: BoardNumbers | true })[]
  let at = 0
  for (const report of reports) {
    if (!report.book) continue
    const end = at + sizeOf(boards, at)
    report.book = boards.subarray(at, end)
    at = end
  }
  return reports as ExecutionReport[]
}
