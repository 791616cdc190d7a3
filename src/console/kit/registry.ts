import type { ConsolePage, ConsolePages } from './pages.ts'

let all: ConsolePages = {}
/** The shell says which pages there are. */
export const setPages = (pages: ConsolePages): void => {
  all = pages
}

/** The page on which the cases of a queue are worked on. */
export function pageOfQueue(queue: string): (ConsolePage & { name: string }) | undefined {
  const found = Object.entries(all).find(([, page]) => page.queues?.includes(queue))
  return found === undefined ? undefined : { name: found[0], ...found[1] }
}

/** The page of a name; undefined: there is none. */
export const pageOf = (name: string): ConsolePage | undefined => all[name]
