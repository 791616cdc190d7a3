import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Lang } from '#i18n/lang.ts'
import { Unavailable } from './http/route-handler.ts'

/** A piece of a statement. Texts are finished: in the reader's language, figures written out. */
export type PdfBlock =
  | { readonly kind: 'heading' | 'text' | 'small'; readonly text: string }
  /** Label and value, one below the other; `strong`: the line that decides. */
  | {
      readonly kind: 'pairs'
      readonly rows: readonly { readonly label: string; readonly value: string; readonly strong?: boolean }[]
    }
  /**
   * Columns count from 0. `wide`: the one that takes what the others leave; `right`: those that hold figures.
   * `foot`: a last row that sums up.
   */
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly wide: number
      readonly right: readonly number[]
      readonly rows: readonly (readonly string[])[]
      readonly foot?: readonly string[]
    }

/**
 * A whole statement. `mark` (simulated) stands at the head of each page, `footer` at its foot with the page's
 * number.
 */
export type PdfPaper = {
  readonly lang: Lang
  readonly title: string
  readonly firm: string
  readonly mark: string
  readonly footer: string
  /** The time when it was made; part of the file, so that the same statement is the same bytes. */
  readonly madeAt: Ms
  readonly blocks: readonly PdfBlock[]
}

/** The answer of the thread. */
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failed: string }

export type PdfMaker = {
  /**
   * The file. Throws `Unavailable` where many wait already; else where the thread fails or needs longer than
   * its time: a bug, not a refusal.
   */
  make(paper: PdfPaper): Promise<Uint8Array>
  stop(): Promise<void>
}

const LONGEST_MS: Ms = 30 * SECOND
/** A thread that has had nothing to do for so long gives its memory (fonts, glyphs) back. */
const IDLE_MS: Ms = 60 * SECOND
const MEMORY_MB = 384

/**
 * Makes PDF files in a thread of its own, one after another, so that laying out a long statement holds up
 * nobody: `most` at once, with those that wait. The thread starts with the first one.
 */
export function pdfMaker(most: number): PdfMaker {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const waiting = new Map<number, { done: (bytes: Uint8Array) => void; failed: (error: Error) => void }>()

  const end = async (reason: Error) => {
    clearTimeout(idle)
    const old = worker
    worker = null
    for (const { failed } of waiting.values()) failed(reason)
    waiting.clear()
    await old?.terminate()
  }
  const rest = () => {
    clearTimeout(idle)
    if (waiting.size === 0)
      idle = setTimeout(() => void end(new Error('the thread was idle')), IDLE_MS).unref()
  }
  const thread = (): Worker => {
    if (worker !== null) return worker
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    started.on('message', (answer: PdfAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('bytes' in answer) asked?.done(answer.bytes)
      else asked?.failed(new Error(answer.failed))
      rest()
    })
    started.on('error', (error) => {
      if (worker === started) void end(error as Error)
    })
    started.unref()
    return (worker = started)
  }

  return {
    async make(paper) {
      if (waiting.size >= most) throw new Unavailable(null)
      clearTimeout(idle)
      const id = ++lastId
      const at = thread()
      const made = new Promise<Uint8Array>((done, failed) => waiting.set(id, { done, failed }))
      at.postMessage({ id, paper }, [])
      const late = setTimeout(
        () => void end(new Error(`a statement took longer than ${LONGEST_MS} ms`)),
        LONGEST_MS,
      )
      try {
        return await made
      } finally {
        clearTimeout(late)
      }
    },
    async stop() {
      const old = worker
      if (old === null) return
      const exited = once(old, 'exit')
      await end(new Error('the server is closing'))
      await exited
    },
  }
}
