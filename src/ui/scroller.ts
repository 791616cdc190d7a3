/**
 * The element that scrolls what `inside` stands in: the body of its page, in a low window the page itself
 * (`panes.css`); null outside of a page.
 */
export function scrollerOf(inside: Element): HTMLElement | null {
  let element = inside.closest<HTMLElement>('.scroller')
  while (element !== null && !/auto|scroll/.test(getComputedStyle(element).overflowY))
    element = element.parentElement?.closest<HTMLElement>('.scroller') ?? null
  return element
}
