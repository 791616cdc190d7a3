/**
 * The three sizes of icons: `<IconBell {...ICON} />`. They are drawn beside words and say nothing of their
 * own.
 */
const drawn = (className: string) => ({ stroke: 1.75, className, 'aria-hidden': true }) as const

export const ICON = drawn('size-6 shrink-0')
export const ICON_S = drawn('size-5 shrink-0')
export const ICON_XS = drawn('size-4 shrink-0')
