import { storedFlag } from './local-storage.ts'

/** The key that opens the search at a desk. Who slips, or speaks to the computer, turns it off. */
export const SEARCH_KEY = '/'
export const isSearchKeyOff = storedFlag('searchKeyOff')

type Target = { readonly isContentEditable?: boolean; closest?: (selector: string) => unknown }
type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>
/** Elements that take what is typed. */
const TYPED =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]'

/**
 * True for a press that asks for the search: the key alone, while nothing that takes what is typed has the
 * focus, and no input method is in the middle of a word. Some keyboards need Shift for the key.
 */
export const asksForSearch = (press: Press, target: Target | null): boolean =>
  press.key === SEARCH_KEY &&
  !press.ctrlKey &&
  !press.metaKey &&
  !press.altKey &&
  !press.isComposing &&
  !press.defaultPrevented &&
  target?.isContentEditable !== true &&
  !target?.closest?.(TYPED)
