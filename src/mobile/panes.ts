import { idOfEntry } from '#client/navigation.ts'
import type { Entry } from '#client/navigation-state.ts'
import type { Columns } from '#client/columns.ts'
import { paths, placeOf } from '#client/paths.ts'

type PagePane = {
  readonly key: string
  readonly url: string
  readonly id: string
  /** 0: nothing lies under it to go back to; it came with the page beside it. */
  readonly depth: number
}
/**
 * A page that stands above or beside the tabs. `slot`: the place in which it is seen; null where it is not.
 */
type Pane = PagePane & { readonly slot: 'main' | 'side' | null }
/** The address that a page, by its id, names to stand beside it (`client/companions.ts`). */
type CompanionOf = (id: string) => string | undefined

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
const isOfOneKind = (a: string, b: string): boolean => page(a)?.name === page(b)?.name

/**
 * The pages of the stack and where each is seen. On a desk an issue has its ticket beside it, and a ticket
 * its issue, whether the address names both or one. Under the stack lies what the tab names: alone it fills
 * the window, a page of its kind takes its place, any other stands at its side.
 */
export function panesOf(
  stack: readonly Entry[],
  columns: Columns,
  tab: string = '',
  companionOf: CompanionOf = () => undefined,
): readonly Pane[] {
  const ground = columns === 1 ? null : companion(tab, companionOf)
  const all: readonly PagePane[] = [
    ...(ground === null ? [] : [ground]),
    ...stack.map((entry, index) => ({
      key: `${entry.at} ${entry.url}`,
      url: entry.url,
      id: idOfEntry(entry),
      depth: index + 1,
    })),
  ]
  const top = all.length - 1
  const front = all[top]
  const panes = (main: number, side: number) =>
    all.map((each, index): Pane => ({
      ...each,
      slot: index === main ? 'main' : index === side ? 'side' : null,
    }))
  if (front === undefined || columns < 3) return panes(top, -1)
  const issue = stockOf(front.url)
  if (issue !== undefined) return [...panes(top, -1), ticketBeside(front, issue, 'side')]
  const ordered = orderedOf(front.url)
  const below = all.findLastIndex(
    ({ url }, index) => index < top && (ordered === undefined ? !isOrdering(url) : stockOf(url) === ordered),
  )
  const lower = all[below]
  if (ordered !== undefined && lower === undefined) {
    const id = `${front.id} issue`
    return [{ key: id, id, url: paths.stock({ code: ordered }), depth: 0, slot: 'main' }, ...panes(-1, top)]
  }
  if (lower === undefined || (lower === ground && isOfOneKind(lower.url, front.url))) {
    const own = companion(front.id, companionOf)
    if (own === null) return panes(top, -1)
    // A chart is wide, and what is read stands at its side.
    return stockOf(own.url) === undefined
      ? [...panes(top, -1), { ...own, slot: 'side' }]
      : [{ ...own, slot: 'main' }, ...panes(-1, top)]
  }
  const lowerIssue = stockOf(lower.url)
  return [
    ...panes(below, top),
    // It keeps what was typed, while the order is confirmed beside the issue.
    ...(lowerIssue === undefined ? [] : [ticketBeside(lower, lowerIssue, null)]),
  ]
}

/** The page that another one names. Its address is in the id: what is typed there belongs to its issue. */
function companion(of: string, companionOf: CompanionOf): PagePane | null {
  const url = companionOf(of)
  if (url === undefined) return null
  const id = `${of} beside ${url}`
  return { key: id, id, url, depth: 0 }
}

/** The ticket that an issue brings with it. */
function ticketBeside({ id: issue }: PagePane, code: string, slot: Pane['slot']): Pane {
  const id = `${issue} ticket`
  return { key: id, url: paths.orderTicket({ code }), id, depth: 0, slot }
}
