import { session } from '#client/session.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'

/** After login or registration: keep the session (what a guest had read goes with the token), land on home. */
export function enter(given: { token: string; userId: string }): void {
  session.start(given)
  navigate.tab(paths.home())
}
