import type { ComponentType } from 'react'
import type { PageName, ParamsFor } from '#registry/pages.ts'

export type ScreenProps<N extends PageName> = { params: ParamsFor<N> }

/**
 * A module's route to the app: page name → lazy screen. `export const screens = { … } satisfies Screens` in
 * `mobile/screens.ts`.
 */
export type Screens = { readonly [N in PageName]?: () => Promise<{ default: ComponentType<ScreenProps<N>> }> }
