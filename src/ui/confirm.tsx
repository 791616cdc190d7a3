import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { lazily } from '#client/lazily.ts'
import { store } from '#client/store.ts'

/**
 * Its buttons say Cancel and OK (specification, chapter 8): the title names the act. To take something back
 * would be called Cancel too: then the right one says `act`, and the left one Back (decision 0139).
 */
export type Question = {
  title: string
  /** The effect, in numbers: `DefinitionRow`s. */
  body: ReactNode
  /** The act by its name: an order, an application, a payment is taken back. */
  act?: string
  /** The right button is red: something goes for good. */
  danger?: boolean
  /** The right button has the colour of the side on which one trades, as on the ticket. */
  side?: 'up' | 'down'
}
export type Asked = Question & { answer: (yes: boolean) => void }
const asked = store<Asked | null>(null)

/** Asks before what cannot be undone. Resolves to true for OK; closing it in any other way is Cancel. */
export function confirm(question: Question): Promise<boolean> {
  dismissQuestion()
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer(yes) {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

/** The page that asked is gone: the answer is Cancel. */
export const dismissQuestion = (): void => asked.get()?.answer(false)

const ConfirmDialog = lazily(() => import('./ConfirmDialog.tsx'))

/**
 * Stands once, in the shell. Its dialog is not part of the first load. `actFirst`: the focus is on the act,
 * so that Enter does it, as at a desk.
 */
export function Confirmation({ actFirst = false }: { actFirst?: boolean }) {
  const question = useSyncExternalStore(asked.subscribe, asked.get)
  return question === null ? null : (
    <Suspense>
      <ConfirmDialog asked={question} actFirst={actFirst} />
    </Suspense>
  )
}
