import { Activity, Suspense, use, type ReactNode } from 'react'

const NEVER = new Promise<never>(() => {})

type Props = { when: boolean; fallback: ReactNode; otherwise: ReactNode; children: ReactNode }

/**
 * A page that keeps what was typed while its member is asked to log in again: it is not shown, stops its
 * effects, and is not drawn anew, since without its member's data it would be another page. `otherwise`
 * stands in its place; `fallback` while its code is on its way.
 */
export function Frozen({ when, fallback, otherwise, children }: Props) {
  return (
    <>
      {when && otherwise}
      <Activity mode={when ? 'hidden' : 'visible'}>
        <Suspense fallback={fallback}>
          <Hold when={when}>{children}</Hold>
        </Suspense>
      </Activity>
    </>
  )
}

function Hold({ when, children }: Pick<Props, 'when' | 'children'>) {
  if (when) use(NEVER)
  return children
}
