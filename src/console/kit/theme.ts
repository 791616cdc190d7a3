import { storedChoice } from '#client/local-storage.ts'

/** Light or dark; `system`: as the machine is set. */
export const THEMES = ['system', 'light', 'dark'] as const
export const theme = storedChoice('console.theme', THEMES, 'system')

const isDark = matchMedia('(prefers-color-scheme: dark)')

export function setTheme(value: (typeof THEMES)[number]): void {
  theme.set(value)
  show(value)
}

function show(value: (typeof THEMES)[number]): void {
  document.documentElement.dataset['theme'] =
    value === 'dark' || (value === 'system' && isDark.matches) ? 'dark' : 'light'
}

export function applyTheme(): void {
  show(chosen())
  isDark.addEventListener('change', () => show(chosen()))
}

/** Outside of a component: what is kept on this machine. */
function chosen(): (typeof THEMES)[number] {
  const [value] = JSON.parse(localStorage.getItem('console.theme') ?? '[]') as (typeof THEMES)[number][]
  return THEMES.find((each) => each === value) ?? 'system'
}
