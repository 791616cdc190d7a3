import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'

/** Components whose code could not be had, each by what has it asked for anew. */
const failed = new Set<() => void>()

/**
 * `lazy`, but for a failure: that one keeps for ever. This one asks for the code once more after
 * `askForCodeAgain`, so that what was first opened without a network is not broken until the app is reloaded.
 */
export function lazily<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): FunctionComponent<P> {
  const make = () =>
    lazy(() =>
      load().catch((failure: unknown) => {
        failed.add(renew)
        throw failure
      }),
    )
  let Found = make()
  const renew = () => {
    Found = make()
  }
  return function Lazily(props) {
    return createElement<P>(Found as ComponentType<P>, props)
  }
}

/** Has all code asked for anew that could not be had. It comes when it is shown next. */
export function askForCodeAgain(): void {
  for (const renew of failed) renew()
  failed.clear()
}
