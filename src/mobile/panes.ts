import { idOfEntry } from '#client/navigation.ts'
import type { Entry } from '#client/navigation-state.ts'
import type { Columns } from '#client/columns.ts'
import { paths, placeOf } from '#client/paths.ts'

/**
 * A page that stands above or beside the tabs. `slot`: the place in which it is seen; null where it is not.
 */
type Pane = {
  readonly key: string
  readonly url: string
  readonly id: string
  /** 0: nothing lies under it to go back to; it came with the page beside it. */
  readonly depth: number
  readonly slot: 'main' | 'side' | null
}

const page = (url: string) => {
  const place = placeOf(url)
  return place === null ? null : { name: place.name, code: (place.params as { code?: string }).code }
}
const stockOf = (url: string): string | undefined => {
  const place = page(url)
  return place?.name === 'stock' ? place.code : undefined
}
/** The issue that a page of the order's way is about: the ticket and what it leads to. */
const orderedOf = (url: string): string | undefined => {
  const place = page(url)
  return place?.name === 'orderTicket' || place?.name === 'confirm' ? place.code : undefined
}
const isOrdering = (url: string): boolean =>
  ['orderTicket', 'confirm'].some((name) => name === page(url)?.name)

/**
 * The pages of the stack and where each is seen. On a desk an issue has its ticket beside it, and a ticket
 * its issue, whether the address names both or one.
 */
export function panesOf(stack: readonly Entry[], columns: Columns): readonly Pane[] {
  const top = stack.length - 1
  const front = stack[top]
  const panes = (main: number, side: number) =>
    stack.map((entry, index): Pane => ({
      key: `${entry.at} ${entry.url}`,
      url: entry.url,
      id: idOfEntry(entry),
      depth: index + 1,
      slot: index === main ? 'main' : index === side ? 'side' : null,
    }))
  if (front === undefined || columns < 3) return panes(top, -1)
  const issue = stockOf(front.url)
  if (issue !== undefined) return [...panes(top, -1), ticketBeside(front, issue, 'side')]
  const ordered = orderedOf(front.url)
  const below = stack.findLastIndex(
    ({ url }, index) => index < top && (ordered === undefined ? !isOrdering(url) : stockOf(url) === ordered),
  )
  const lower = stack[below]
  if (lower === undefined) {
    if (ordered === undefined) return panes(top === 0 ? top : top - 1, top === 0 ? -1 : top)
    const own = { url: paths.stock({ code: ordered }), id: `${idOfEntry(front)} issue` }
    return [{ ...own, key: own.id, depth: 0, slot: 'main' }, ...panes(-1, top)]
  }
  const lowerIssue = stockOf(lower.url)
  return [
    ...panes(below, top),
    // It keeps what was typed, while the order is confirmed beside the issue.
    ...(lowerIssue === undefined ? [] : [ticketBeside(lower, lowerIssue, null)]),
  ]
}

/** The ticket that an issue brings with it. */
function ticketBeside(entry: Entry, code: string, slot: Pane['slot']): Pane {
  const id = `${idOfEntry(entry)} ticket`
  return { key: id, url: paths.orderTicket({ code }), id, depth: 0, slot }
}
